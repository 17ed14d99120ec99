import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { formText, SettingsForm } from '../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../ui/forms/time-zone-choice.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'

/** Owners rename the organization, managers set its time zone, and all members see both. */
export const NamePanel = ({ org }: { org: Organization }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const isManager = useHasRole('manager')
  const zone = useQuery(apiQuery('reports', 'timeZone', { orgId: org.id }))
  return (
    <Panel title={texts.title}>
      <Loaded query={zone}>
        {({ timeZone }) =>
          isManager ? (
            <NameForm org={org} timeZone={timeZone} />
          ) : (
            <Facts
              facts={[
                [texts.name, org.name],
                [texts.timeZone, timeZone],
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const NameForm = ({ org, timeZone }: { org: Organization; timeZone: string }): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const { id: orgId } = org
  const isOwner = useHasRole('owner')
  const [zone, setZone] = useState(timeZone)
  const rename = useAction('orgs', 'change', [['orgs'], ['sessions', 'userOrgs']])
  const changeZone = useAction('reports', 'changeTimeZone', [['reports', 'timeZone']])
  const save = async (form: FormData): Promise<boolean> => {
    const name = formText(form, 'name').trim()
    try {
      if (isOwner && name !== org.name) await rename.mutateAsync({ orgId, name })
      if (zone !== timeZone) await changeZone.mutateAsync({ orgId, timeZone: zone })
    } catch {
      return false
    }
    toast(texts.saved)
    return true
  }
  return (
    <SettingsForm onSave={save} isBusy={rename.isPending || changeZone.isPending}>
      <TextField
        name="name"
        label={texts.name}
        defaultValue={org.name}
        disabled={!isOwner}
        maxLength={200}
        pattern=".*\S.*"
        autoComplete="off"
        required
      />
      <div>
        <TimeZoneChoice name="zone" label={texts.timeZone} value={zone} onChange={setZone} />
        <p className="mt-1 text-xs text-faint">{texts.timeZoneHint}</p>
      </div>
    </SettingsForm>
  )
}

export type Organization = AnswerOf<'orgs', 'get'>
