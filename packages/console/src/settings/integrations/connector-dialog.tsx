import { type FormEvent, type ReactNode, useState } from 'react'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Checkbox, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'
import { AccountFields } from './account-fields.tsx'
import { type Broker, linesOf, textOrNull, usualSettings } from './connector.ts'

const changed = [['connectors']] as const

/** A broker that is new, or one that there is. What is not asked here stays as it is. */
export const ConnectorDialog = (props: { initial: Broker | null; onClose: () => void }): ReactNode => {
  const { initial, onClose } = props
  const { integrations: texts, common } = useTexts()
  const { orgId } = useOrg()
  const create = useAction('connectors', 'create', changed)
  const change = useAction('connectors', 'change', changed)
  const [url, setUrl] = useState(initial?.settings.url ?? 'mqtts://')
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const settings = {
      ...(initial?.settings ?? usualSettings),
      url: url.trim(),
      user: textOrNull(form, 'user'),
      ca: textOrNull(form, 'ca'),
      clientCert: textOrNull(form, 'clientCert'),
      root: textOrNull(form, 'root'),
      discovery: form.has('discovery'),
      replay: form.has('replay'),
      commands: linesOf(formText(form, 'commands')),
    }
    const [password, clientKey] = [textOrNull(form, 'password'), textOrNull(form, 'clientKey')]
    const body = {
      orgId,
      kind: 'mqtt' as const,
      name: formText(form, 'name').trim(),
      isEnabled: form.has('enabled'),
      settings,
    }
    const done = { onSuccess: onClose }
    if (initial === null) return create.mutate({ ...body, password, clientKey }, done)
    const secrets = { ...(password !== null && { password }), ...(clientKey !== null && { clientKey }) }
    change.mutate({ ...body, ...secrets, connectorId: initial.id }, done)
  }
  const { name, isEnabled = true, settings } = initial ?? {}
  return (
    <Dialog title={name ?? texts.add} isOpen onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <AccountFields
          initial={initial}
          scheme="mqtt"
          url={url}
          onUrl={setUrl}
          words={{
            urlHint: texts.urlHint,
            password: texts.password,
            ca: texts.ca,
            caHint: texts.caHint,
          }}
        />
        {url.startsWith('mqtts:') && (
          <>
            <TextArea
              name="clientCert"
              label={texts.clientCert}
              hint={texts.clientCertHint}
              defaultValue={settings?.clientCert ?? ''}
              spellCheck={false}
            />
            <TextArea
              name="clientKey"
              label={texts.clientKey}
              hint={initial?.hasClientKey ? texts.passwordKept : texts.clientKeyHint}
              spellCheck={false}
              autoComplete="off"
            />
          </>
        )}
        <TextField
          name="root"
          label={texts.root}
          hint={texts.rootHint({ topic: `busbar/${orgId}` })}
          defaultValue={settings?.root ?? ''}
          maxLength={100}
          spellCheck={false}
        />
        <Checkbox
          name="discovery"
          label={texts.discovery}
          hint={texts.discoveryHint}
          defaultChecked={settings?.discovery ?? false}
        />
        <Checkbox
          name="replay"
          label={texts.replay}
          hint={texts.replayHint}
          defaultChecked={settings?.replay ?? false}
        />
        <TextArea
          name="commands"
          label={texts.commands}
          hint={texts.commandsHint}
          defaultValue={(settings?.commands ?? []).join('\n')}
          spellCheck={false}
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
