import { type FormEvent, type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/actions/dialog.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Checkbox, TextArea, TextField } from '../../ui/forms/fields.tsx'
import { formText } from '../../ui/forms/settings-form.tsx'

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

/** Texts for the address and account, where types of connectors differ. */
interface AccountTexts {
  urlHint: string
  userHint?: string
  password: string
  ca: string
  caHint: string
}

/** Endpoint and account of a connector: name, address, user, password, and certificate authority. */
export const AccountFields = (props: {
  initial: Broker | Receiver | null
  scheme: 'mqtt' | 'http'
  url: string
  onUrl: (url: string) => void
  words: AccountTexts
}): ReactNode => {
  const { initial, scheme, url, onUrl, words } = props
  const { integrations: texts } = useTexts()
  const { userHint } = words
  return (
    <>
      <TextField
        name="name"
        label={texts.name}
        defaultValue={initial?.name}
        maxLength={100}
        pattern=".*\S.*"
        required
      />
      <TextField
        label={texts.url}
        hint={words.urlHint}
        value={url}
        onChange={(event) => onUrl(event.target.value)}
        pattern={`\\s*${scheme}s?://.+`}
        maxLength={500}
        spellCheck={false}
        required
      />
      <TextField
        name="user"
        label={texts.user}
        {...(userHint !== undefined && { hint: userHint })}
        defaultValue={initial?.settings.user ?? ''}
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="password"
        type="password"
        label={words.password}
        hint={initial?.hasPassword ? texts.passwordKept : texts.passwordHint}
        maxLength={500}
        autoComplete="new-password"
      />
      {url.startsWith(`${scheme}s:`) && (
        <TextArea
          name="ca"
          label={words.ca}
          hint={words.caHint}
          defaultValue={initial?.settings.ca ?? ''}
          spellCheck={false}
        />
      )}
    </>
  )
}

export type Connector = AnswerOf<'connectors', 'list'>[number]
export type Broker = Extract<Connector, { kind: 'mqtt' }>
/** Receiver of the Prometheus remote-write protocol. */
export type Receiver = Extract<Connector, { kind: 'prometheus' }>

/** Returns the text of a field; null if it is empty. */
export const textOrNull = (form: FormData, name: string): string | null => formText(form, name).trim() || null

/** Each line that has anything. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Settings without a field, for a new connector. */
const usualSettings: Omit<
  Broker['settings'],
  'ca' | 'clientCert' | 'commands' | 'discovery' | 'replay' | 'root' | 'url' | 'user'
> = {
  version: 5,
  shape: 'device',
  qos: 1,
  retain: true,
  devices: [],
  discoveryPrefix: 'homeassistant',
  rate: 200,
}
