import { type FormEvent, type ReactNode, useState } from 'react'
import { browserZone, lastOrg } from '../../../state/preferences.ts'
import { useTexts } from '../../../texts/texts-provider.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { useAction } from '../../../ui/actions/use-action.ts'
import { toast } from '../../../ui/feedback/toasts.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { formText } from '../../../ui/forms/settings-form.tsx'
import { TimeZoneChoice } from '../../../ui/forms/time-zone-choice.tsx'
import { Panel } from '../../../ui/layout/page.tsx'

/** Makes another organization, and goes there. */
export const NewOrg = (): ReactNode => {
  const { orgSettings: texts } = useTexts()
  const [timeZone, setTimeZone] = useState(browserZone)
  const create = useAction('orgs', 'create', [['sessions', 'userOrgs']], ({ orgId }, { name }) => {
    lastOrg.set(orgId)
    toast(texts.created({ name }))
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const name = formText(new FormData(form), 'name').trim()
    create.mutate({ name, timeZone }, { onSuccess: () => form.reset() })
  }
  return (
    <Panel title={texts.newOrg}>
      <form onSubmit={submit} className="flex max-w-3xl flex-wrap items-end gap-3 p-4 pt-1">
        <p className="w-full text-quiet">{texts.newOrgHelp}</p>
        <TextField
          name="name"
          label={texts.name}
          maxLength={200}
          pattern=".*\S.*"
          autoComplete="off"
          required
          className="min-w-60 flex-1"
        />
        <TimeZoneChoice label={texts.timeZone} value={timeZone} onChange={setTimeZone} />
        <Button type="submit" isBusy={create.isPending}>
          {texts.create}
        </Button>
      </form>
    </Panel>
  )
}
