import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { type Role, useOrg } from '../../data/api/use-org.tsx'
import { type Language, languageNames, languages, serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Choice, Radio, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

const roles: readonly Role[] = ['viewer', 'operator', 'manager', 'owner']

/** Invites by mail; where none is sent it ends with a link. */
export const InviteDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const { people, shell, common } = useTexts()
  const { orgId } = useOrg()
  const [role, setRole] = useState<Role>('viewer')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const [made, setMade] = useState<{ email: string; code: string } | null>(null)
  const setup = useQuery(apiQuery('orgs', 'setupState', {}))
  const invite = useAction('orgs', 'invite', [['orgs', 'invitations']], ({ code }, { email }) => {
    if (code === undefined) toast(people.sent({ email }))
  })
  const sendsMail = setup.data?.sendsMail ?? true
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const email = formText(new FormData(event.currentTarget), 'email').trim()
    invite.mutate(
      { orgId, email, role, lang: serviceLanguage(language) },
      {
        onSuccess: ({ code }) => {
          if (code === undefined) onClose()
          else setMade({ email, code })
        },
      },
    )
  }
  return (
    <Dialog title={people.invite} isOpen onClose={onClose}>
      {made === null ? (
        <form onSubmit={submit} className="flex flex-col gap-4">
          {setup.data !== undefined && (
            <Notice tone={sendsMail ? 'info' : 'warning'}>{sendsMail ? people.byMail : people.byLink}</Notice>
          )}
          <TextField
            label={people.email}
            name="email"
            type="email"
            placeholder="jan@example.org"
            maxLength={254}
            autoComplete="off"
            required
          />
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 text-sm font-medium">{people.role}</legend>
            {roles.map((one) => (
              <Radio
                key={one}
                name="role"
                label={shell.roles[one]}
                hint={people.roleHelp[one]}
                checked={one === role}
                onChange={() => setRole(one)}
              />
            ))}
          </fieldset>
          {sendsMail && (
            <Choice
              label={people.language}
              value={language}
              options={languages.map((one) => [one, languageNames[one]] as const)}
              onChange={setLanguage}
            />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" variant="primary" isBusy={invite.isPending}>
              {sendsMail ? people.send : people.makeLink}
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-col gap-4">
          <InvitationLink {...made} />
          <Button className="self-end" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** Shown for an invitation without mail. Browsers never send the part after #. */
export const InvitationLink = ({ email, code }: { email: string; code: string }): ReactNode => {
  const { people } = useTexts()
  return (
    <div className="flex flex-col gap-3">
      <p>{people.linkMade({ email })}</p>
      <CopyField label={people.link} value={`${location.origin}/invitation#${code}`} />
    </div>
  )
}
