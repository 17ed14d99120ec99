import { zoneNames } from '@busbar/ui/time-zones'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../data/api/api-error.ts'
import { type AnswerOf, apiQuery, call } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import {
  chosenZone,
  type Language,
  language,
  languageNames,
  languages,
  serviceLanguage,
  useLanguage,
} from '../data/state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button } from '../ui/actions/button.tsx'
import { useAction } from '../ui/actions/use-action.ts'
import { errorText } from '../ui/feedback/error-text.ts'
import { Loaded } from '../ui/feedback/loaded.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toasts.tsx'
import { Choice, TextField } from '../ui/forms/fields.tsx'
import { formText, SettingsForm } from '../ui/forms/settings-form.tsx'
import { Page, Panel } from '../ui/layout/page.tsx'
import { OwnContacts } from './own-contacts.tsx'

type User = AnswerOf<'sessions', 'user'>

/** Profile and password of the user. */
export const ProfilePage = (): ReactNode => {
  const { profile } = useTexts()
  const user = useQuery(apiQuery('sessions', 'user', {}))
  return (
    <Page title={profile.title}>
      <Loaded query={user}>
        {(found) => (
          <>
            <About key={found.id} user={found} />
            <OwnContacts />
            <Password />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const About = ({ user }: { user: User }): ReactNode => {
  const { profile } = useTexts()
  const { orgId, orgName } = useOrg()
  const orgZone = useQuery(apiQuery('reports', 'timeZone', { orgId })).data?.timeZone
  const [chosen, setChosen] = useState<Language | ''>(user.language ?? '')
  const [zone, setZone] = useState(user.timeZone ?? '')
  const change = useAction('profile', 'change', [['sessions', 'user']])
  const options = [['', profile.asBrowser], ...languages.map((one) => [one, languageNames[one]])] as const
  const zones = [
    ['', profile.asBrowser] as const,
    ...zoneNames(Intl.supportedValuesOf('timeZone'), user.timeZone ?? 'UTC').map((one) => [one, one] as const),
  ]
  const save = (form: FormData): Promise<boolean> =>
    change
      .mutateAsync({
        name: formText(form, 'name').trim(),
        language: chosen === '' ? null : chosen,
        timeZone: zone === '' ? null : zone,
      })
      .then(() => {
        if (chosen !== '') language.set(chosen)
        chosenZone.set(zone === '' ? null : zone)
        toast(profile.saved)
        return true
      })
      .catch(() => false)
  return (
    <Panel title={profile.about}>
      <SettingsForm onSave={save} isBusy={change.isPending}>
        <TextField
          name="name"
          label={profile.name}
          hint={profile.nameHint}
          defaultValue={user.name}
          autoComplete="name"
          maxLength={200}
          pattern=".*\S.*"
          required
        />
        <div>
          <Choice
            label={profile.language}
            name="language"
            value={chosen}
            options={options as readonly (readonly [Language | '', string])[]}
            onChange={setChosen}
          />
          <p className="mt-1 text-xs text-faint">{profile.languageHint}</p>
        </div>
        <div>
          <Choice label={profile.timeZone} name="timeZone" value={zone} options={zones} onChange={setZone} />
          <p className="mt-1 text-xs text-faint">
            {profile.timeZoneHint} {orgZone !== undefined && profile.zoneOfOrg({ org: orgName, zone: orgZone })}
          </p>
        </div>
        <Email user={user} />
      </SettingsForm>
    </Panel>
  )
}

const Email = ({ user: { email, isEmailProven } }: { user: User }): ReactNode => {
  const { profile } = useTexts()
  const lang = serviceLanguage(useLanguage())
  const sendsMail = useQuery(apiQuery('orgs', 'setupState', {})).data?.sendsMail
  const prove = useAction('sessions', 'requestPasswordReset', [], () => toast(profile.proveSent))
  return (
    <div className="flex flex-col gap-1 text-sm sm:col-span-2">
      <p className="font-medium">{profile.email}</p>
      <p>
        {email} {isEmailProven && <span className="text-quiet">({profile.proven})</span>}
      </p>
      {!isEmailProven && <p className="text-quiet">{profile.unproven}</p>}
      {!isEmailProven && sendsMail === false && <p className="text-quiet">{profile.cannotProve}</p>}
      {!isEmailProven && sendsMail === true && email !== undefined && (
        <p>
          <Button isChange isBusy={prove.isPending} onClick={() => prove.mutate({ email, lang })}>
            {profile.prove}
          </Button>
        </p>
      )}
    </div>
  )
}

const Password = (): ReactNode => {
  const texts = useTexts()
  const { profile, signIn } = texts
  const change = useMutation({
    mutationFn: (passwords: { oldPassword: string; newPassword: string }) =>
      call('sessions', 'changePassword', passwords),
    onSuccess: () => toast(profile.passwordChanged),
  })
  const isWrong = change.error instanceof ApiError && change.error.code === 'NotAuthorized'
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    change.mutate(
      { oldPassword: formText(data, 'oldPassword'), newPassword: formText(data, 'newPassword') },
      { onSuccess: () => form.reset() },
    )
  }
  return (
    <Panel title={profile.passwordTitle}>
      <form onSubmit={submit} className="grid max-w-3xl gap-4 p-4 pt-1 sm:grid-cols-2">
        <TextField
          name="oldPassword"
          type="password"
          label={profile.oldPassword}
          error={isWrong ? profile.passwordWrong : undefined}
          autoComplete="current-password"
          required
        />
        <TextField
          name="newPassword"
          type="password"
          label={profile.newPassword}
          hint={signIn.passwordHelp}
          autoComplete="new-password"
          minLength={10}
          maxLength={1024}
          required
        />
        {change.isError && !isWrong && (
          <div className="sm:col-span-2">
            <Notice tone="critical">{errorText(texts, change.error)}</Notice>
          </div>
        )}
        <div className="sm:col-span-2">
          <Button type="submit" isBusy={change.isPending}>
            {profile.changePassword}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
