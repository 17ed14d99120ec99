import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, call, type RequestOf } from '../api/api.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Dialog, Failure, Labelled, Mark, Notice, Waiting } from '../ui/parts.tsx'

type Status = AnswerOf<'mqtt.status'>
type BrokerSettings = RequestOf<'mqtt.set'>

const tones = { connecting: 'unknown', waiting: 'warning', connected: 'ok' } as const

/** The MQTT broker for items of tasks: its state and its settings. */
export const BrokerCard = (): ReactNode => {
  const { broker: words, cloudStates, common } = useTexts()
  const { data, error, again } = usePoll(() => call('mqtt.status'), 2000)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setIsSaved] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  /** Resets the form to the stored settings after each save. */
  const [saves, setSaves] = useState(0)
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} />
  const { broker, state, isFixed } = data
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    setIsSaved(false)
    try {
      await act()
      setIsSaved(true)
      setSaves((count) => count + 1)
      again()
    } catch (problem) {
      setFailure(problem)
    }
  }
  return (
    <Card title={words.title}>
      <div className="stack">
        <p className="quiet">{words.about}</p>
        {broker === null && <p>{words.none}</p>}
        {state !== null && (
          <div className="row">
            <Mark tone={state.phase === 'connected' && state.problem !== null ? 'warning' : tones[state.phase]} />
            <div className="grow">
              <b>{broker?.url}</b> {cloudStates[state.phase]}
              <br />
              <small>
                {words.root({ root: state.root })}
                {state.waiting > 0 && `; ${words.waiting({ count: state.waiting })}`}
              </small>
            </div>
          </div>
        )}
        {state?.problem !== null && state !== null && <Notice tone="warning">{state.problem}</Notice>}
        {isFixed ? (
          <Notice>{words.fixed}</Notice>
        ) : (
          <BrokerForm
            key={`${saves} ${JSON.stringify(broker)}`}
            broker={broker}
            onSave={(settings) => void attempt(() => call('mqtt.set', settings))}
            onRemove={() => setIsConfirming(true)}
          />
        )}
        {isSaved && <Notice>{words.saved}</Notice>}
        <Failure error={failure} />
        {isConfirming && (
          <Dialog title={words.removeTitle} onClose={() => setIsConfirming(false)}>
            <p>{words.removeAbout}</p>
            <div className="row wrap">
              <Button
                kind="danger"
                onClick={() => {
                  setIsConfirming(false)
                  void attempt(() => call('mqtt.remove'))
                }}
              >
                {words.remove}
              </Button>
              <Button onClick={() => setIsConfirming(false)}>{common.cancel}</Button>
            </div>
          </Dialog>
        )}
      </div>
    </Card>
  )
}

interface FormProps {
  broker: Status['broker']
  onSave: (settings: BrokerSettings) => void
  onRemove: () => void
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const BrokerForm = ({ broker, onSave, onRemove }: FormProps): ReactNode => {
  const { broker: words } = useTexts()
  const [url, setUrl] = useState(broker?.url ?? '')
  const [user, setUser] = useState(broker?.user ?? '')
  const [password, setPassword] = useState('')
  const [root, setRoot] = useState(broker?.root ?? '')
  const [version, setVersion] = useState<4 | 5>(broker?.version ?? 5)
  const [qos, setQos] = useState<0 | 1>(broker?.qos ?? 1)
  const [retain, setRetain] = useState(broker?.retain ?? true)
  const [ca, setCa] = useState(broker?.ca ?? '')
  const [clientCert, setClientCert] = useState(broker?.clientCert ?? '')
  const [clientKey, setClientKey] = useState('')
  const isUrl = /^mqtts?:\/\/[^/@\s]+\/?$/.test(url)
  const isOther = broker !== null && url !== broker.url
  const secretHint = broker === null ? undefined : isOther ? words.forOther : words.keeps
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const typed = { url, user: orNull(user), root: orNull(root), version, qos, retain, ca: orNull(ca) }
    // An empty field keeps the stored secret. Without a user or a certificate there is none to keep.
    const secrets = {
      ...(password !== '' ? { password } : user === '' && { password: null }),
      ...(clientKey !== '' ? { clientKey } : clientCert === '' && { clientKey: null }),
    }
    onSave({ ...typed, clientCert: orNull(clientCert), ...secrets })
  }
  const text = (label: string, value: string, set: (text: string) => void, hint?: string, type = 'text'): ReactNode => (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <input
          id={id}
          className="field"
          type={type}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          autoCapitalize="none"
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Labelled>
  )
  const pem = (label: string, value: string, set: (text: string) => void, hint?: string): ReactNode => (
    <Labelled label={label} hint={hint}>
      {(id) => (
        <textarea
          id={id}
          className="field mono"
          rows={4}
          spellCheck={false}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Labelled>
  )
  return (
    <form className="stack" onSubmit={save}>
      {text(words.address, url, setUrl, words.addressHint)}
      {url.startsWith('mqtt://') && <Notice tone="warning">{words.plain}</Notice>}
      {text(words.user, user, setUser)}
      {text(words.password, password, setPassword, broker?.hasPassword === true ? secretHint : undefined, 'password')}
      {text(words.rootField, root, setRoot, words.rootHint)}
      <div className="row wrap">
        <Labelled label={words.version}>
          {(id) => (
            <select
              id={id}
              className="field"
              value={version}
              onChange={(event) => setVersion(event.target.value === '4' ? 4 : 5)}
            >
              <option value="5">5</option>
              <option value="4">3.1.1</option>
            </select>
          )}
        </Labelled>
        <Labelled label={words.qos}>
          {(id) => (
            <select
              id={id}
              className="field"
              value={qos}
              onChange={(event) => setQos(event.target.value === '0' ? 0 : 1)}
            >
              <option value="1">{words.qos1}</option>
              <option value="0">{words.qos0}</option>
            </select>
          )}
        </Labelled>
      </div>
      <label className="row">
        <input type="checkbox" checked={retain} onChange={(event) => setRetain(event.target.checked)} />
        {words.retain}
      </label>
      <details>
        <summary>{words.certificates}</summary>
        <div className="stack">
          {pem(words.ca, ca, setCa, words.caHint)}
          {pem(words.clientCert, clientCert, setClientCert)}
          {pem(words.clientKey, clientKey, setClientKey, broker?.hasClientKey === true ? secretHint : undefined)}
        </div>
      </details>
      <div className="row wrap">
        <Button type="submit" kind="primary" disabled={!isUrl}>
          {words.save}
        </Button>
        {broker !== null && (
          <Button kind="danger" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
    </form>
  )
}
