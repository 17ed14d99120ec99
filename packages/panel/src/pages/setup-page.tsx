import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { logOut } from '../api/login.ts'
import { readState } from '../api/state.ts'
import { lineText } from '../format/format.ts'
import { goTo, hrefOf, replaceAddress, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Labelled, Notice } from '../ui/parts.tsx'
import { ActivationCode } from './links-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PortCard } from './port-card.tsx'
import { SearchCard } from './search-card.tsx'

const steps = ['password', 'port', 'search', 'cloud', 'code'] as const
type Step = (typeof steps)[number]

/** The first run: a password, the port, its units, the cloud, the code. Each step can be left for later. */
export const SetupPage = (): ReactNode => {
  const { setup } = useTexts()
  const { query } = useAddress()
  const step = steps.find((one) => one === query.get('step')) ?? 'password'
  const at = steps.indexOf(step)
  const next = (): void => {
    const following = steps[at + 1]
    if (following === undefined) goTo(hrefOf('status'))
    else replaceAddress(hrefOf('setup', { step: following }))
  }
  return (
    <main className="narrow-page stack">
      <p className="quiet">{setup.stepOf({ number: at + 1, count: steps.length })}</p>
      <div className="bar" aria-hidden="true">
        <i style={{ width: `${(100 * (at + 1)) / steps.length}%` }} />
      </div>
      <h1>{setup[step]}</h1>
      <p className="quiet">{setup[`${step}About`]}</p>
      {step === 'password' && <PasswordForm username="admin" max={10} label={setup.setPassword} onDone={next} />}
      {step === 'port' && <PortCard />}
      {step === 'search' && <SearchStep />}
      {step === 'cloud' && <CloudStep onDone={next} />}
      {step === 'code' && <CodeStep />}
      {step !== 'password' && step !== 'cloud' && (
        <Button kind="primary" onClick={next}>
          {step === 'code' ? setup.done : setup.next}
        </Button>
      )}
      {step !== 'code' && step !== 'password' && <Button onClick={next}>{setup.later}</Button>}
      <CheckList current={step} />
      <Button onClick={() => void logOut()}>{setup.leave}</Button>
    </main>
  )
}

/** The search for units; one button applies the line settings that it found. */
const SearchStep = (): ReactNode => {
  const { setup } = useTexts()
  const found = usePoll(() => call('search.linesResult'), 1000)
  const bus = usePoll(() => call('bus.status'), 2000)
  const [error, setError] = useState<unknown>(null)
  const line = found.data?.foundDevices[0]
  const now = bus.data?.line
  const isOther = line !== undefined && now !== undefined && lineText(line) !== lineText(now)
  const take = async (): Promise<void> => {
    if (line === undefined) return
    const { baudRate, charFormat, frameMode } = line
    try {
      await call('settings.set', { serial: { baudRate, charFormat, frameMode } })
      setError(null)
      bus.again()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <SearchCard />
      {isOther && (
        <Notice tone="warning">
          <span className="grow">{setup.otherLine({ found: lineText(line), now: lineText(now) })}</span>
          <Button isSmall onClick={() => void take()}>
            {setup.takeLine({ line: lineText(line) })}
          </Button>
        </Notice>
      )}
      <Failure error={error} />
    </>
  )
}

/** The checklist of the first run, until the cloud reads units. */
const CheckList = ({ current }: { current: Step }): ReactNode => {
  const { setup, status } = useTexts()
  const users = usePoll(() => call('users.list'), 3000)
  const bus = usePoll(() => call('bus.status'), 3000)
  const units = usePoll(() => call('units.list'), 3000)
  const state = usePoll(() => readState('mbTcpCallback'), 3000)
  const cloud = state.data?.mbTcpCallback
  const answering = units.data?.units.filter(({ answeredOn }) => answeredOn !== null).length ?? 0
  const readByCloud = bus.data?.sources.some(({ from, requests }) => from === 'cloud' && requests > 0) ?? false
  const rows: [isDone: boolean, text: string, more: string][] = [
    [users.data?.isPasswordOwn === true, setup.checkPassword, ''],
    [bus.data?.isOpen === true, setup.checkPort, bus.data === undefined ? '' : lineText(bus.data.line)],
    [answering > 0, setup.checkUnits, answering > 0 ? String(answering) : ''],
    [cloud?.state === 'connected', setup.checkCloud, cloud?.remoteIp ?? ''],
    [cloud?.activationWithCode === 'activated', setup.checkBound, ''],
    [readByCloud, setup.checkReadings, ''],
  ]
  return (
    <Card title={setup.checks}>
      <ul className="list" data-step={current}>
        {rows.map(([isDone, text, more]) => (
          <li key={text}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
            <span className="grow">
              {text} <small>{more}</small>
            </span>
            <span className="quiet">{isDone ? setup.yes : setup.notYet}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={hrefOf('status')}>{status.bus}</a>
      </p>
    </Card>
  )
}

/** Quarters of an hour from UTC, as the phone has it now. */
const ownOffset = (): number => Math.round(-new Date().getTimezoneOffset() / 15)

/** The address of the cloud and the time zone. Both take effect after the reboot that follows. */
const CloudStep = ({ onDone }: { onDone: () => void }): ReactNode => {
  const { setup } = useTexts()
  const saved = usePoll(() => call('settings.saved', { keys: ['cbCloud', 'timeGmt'] }), null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isZoneTaken, setIsZoneTaken] = useState(true)
  const [mayRead, setMayRead] = useState(true)
  const [mayWrite, setMayWrite] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { cbCloud } = (saved.data ?? {}) as { cbCloud?: { hostname: string; connPort: number } }
  const address =
    typed ?? (cbCloud === undefined || cbCloud.hostname === '' ? '' : `${cbCloud.hostname}:${cbCloud.connPort}`)
  const [, hostname = '', port] = /^([^\s:]{1,46})(?::(\d{1,5}))?$/.exec(address.trim()) ?? []
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    setError(null)
    try {
      const calls = {
        cbCloud: { hostname, connPort: Number(port ?? cbCloud?.connPort ?? 20_502), connMode: 1 as const },
      }
      const protect = { ...(mayRead && { mbGateReadEnable: true }), ...(mayWrite && { mbGateWriteEnable: true }) }
      await call('settings.set', {
        ...calls,
        ...((mayRead || mayWrite) && { protect }),
        ...(isZoneTaken && { timeGmt: ownOffset() }),
      })
      await call('system.reboot', { rebootSec: 0 })
      onDone()
    } catch (problem) {
      setError(problem)
      setIsBusy(false)
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <Labelled label={setup.address} hint={setup.addressHint}>
        {(id) => (
          <input
            id={id}
            className="field"
            value={address}
            inputMode="url"
            autoCapitalize="none"
            aria-invalid={address !== '' && hostname === ''}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Labelled>
      <label className="row">
        <input type="checkbox" checked={mayRead} onChange={(event) => setMayRead(event.target.checked)} />
        {setup.mayRead}
      </label>
      <label className="row">
        <input type="checkbox" checked={mayWrite} onChange={(event) => setMayWrite(event.target.checked)} />
        {setup.mayWrite}
      </label>
      <label className="row">
        <input type="checkbox" checked={isZoneTaken} onChange={(event) => setIsZoneTaken(event.target.checked)} />
        {setup.zone({ hours: ownOffset() / 4 })}
      </label>
      <Notice>{setup.willReboot}</Notice>
      <Failure error={error} />
      <Button type="submit" kind="primary" disabled={hostname === '' || isBusy}>
        {setup.callCloud}
      </Button>
    </form>
  )
}

/** The activation code, to be read aloud; the page goes on by itself. */
const CodeStep = (): ReactNode => {
  const { setup, cloudStates } = useTexts()
  const { data, again } = usePoll(() => readState('mbTcpCallback'), 1000)
  const [error, setError] = useState<unknown>(null)
  const cloud = data?.mbTcpCallback
  const code = cloud?.activationCode ?? ''
  if (cloud?.activationWithCode === 'activated') return <Notice>{setup.bound}</Notice>
  return (
    <>
      {code === '' ? (
        <Notice tone="unknown">{cloud === undefined ? cloudStates.waiting : cloudStates[cloud.state]}</Notice>
      ) : (
        <ActivationCode code={code} />
      )}
      {cloud?.refusal !== undefined && <Notice tone="warning">{cloud.refusal}</Notice>}
      <Button onClick={() => void call('modbus.reconnect', { requestNewCode: true }).then(again, setError)}>
        {setup.newCode}
      </Button>
      <Failure error={error} />
    </>
  )
}
