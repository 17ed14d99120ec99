import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Checkbox, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { AccountFields, linesOf, type Receiver, textOrNull } from './connector-dialog.tsx'

const changed = [['connectors']] as const
const hoursMax = 168
const label = /^([^=\s]+)\s*=\s*(.+)$/

/** `site = mill`, one a line. */
const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries(linesOf(text).map((line) => label.exec(line)?.slice(1, 3) ?? [line, '']))

/** Creates or edits a receiver. */
export const ReceiverDialog = (props: { initial: Receiver | null; onClose: () => void }): ReactNode => {
  const { initial, onClose } = props
  const { integrations: texts, common } = useTexts()
  const { orgId } = useOrg()
  const create = useAction('connectors', 'create', changed)
  const change = useAction('connectors', 'change', changed)
  const { name, isEnabled = true, settings } = initial ?? {}
  const [url, setUrl] = useState(settings?.url ?? 'https://')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const receiverSettings = {
      url: url.trim(),
      user: textOrNull(form, 'user'),
      tenant: textOrNull(form, 'tenant'),
      ca: textOrNull(form, 'ca'),
      labels: labelsOf(formText(form, 'labels')),
      devices: settings?.devices ?? [],
      catchUpHours: Number(formText(form, 'hours')),
    }
    const password = textOrNull(form, 'password')
    const kind = 'prometheus' as const
    const body = {
      orgId,
      kind,
      name: formText(form, 'name').trim(),
      isEnabled: form.has('enabled'),
      settings: receiverSettings,
    }
    const done = { onSuccess: onClose }
    if (initial === null) create.mutate({ ...body, password }, done)
    else change.mutate({ ...body, connectorId: initial.id, ...(password !== null && { password }) }, done)
  }
  return (
    <Dialog title={name ?? texts.addReceiver} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <AccountFields
          initial={initial}
          scheme="http"
          url={url}
          onUrl={setUrl}
          words={{
            urlHint: texts.receiverUrlHint,
            userHint: texts.receiverUserHint,
            password: texts.receiverPassword,
            ca: texts.receiverCa,
            caHint: texts.receiverCaHint,
          }}
        />
        <TextField
          name="tenant"
          label={texts.tenant}
          hint={texts.tenantHint}
          defaultValue={settings?.tenant ?? ''}
          maxLength={150}
          spellCheck={false}
        />
        <TextArea
          name="labels"
          label={texts.ownLabels}
          hint={texts.ownLabelsHint}
          defaultValue={Object.entries(settings?.labels ?? {})
            .map(([key, value]) => `${key} = ${value}`)
            .join('\n')}
          spellCheck={false}
        />
        <NumberField
          name="hours"
          isWhole
          label={texts.catchUp}
          hint={texts.catchUpHint}
          defaultValue={String(settings?.catchUpHours ?? 2)}
          min={0}
          max={hoursMax}
          required
        />
        <Checkbox name="enabled" label={texts.enabled} defaultChecked={isEnabled} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={create.isPending || change.isPending}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
