import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { logOut } from '../../api/login.ts'
import { readState } from '../../api/state.ts'
import { lineText } from '../../format/format.ts'
import { goTo, hrefOf, replaceAddress, useAddress } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Failure, Notice } from '../../ui/parts.tsx'
import { PortCard } from '../settings/port-card.tsx'
import { SearchCard } from '../units/search-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { CloudStep, CodeStep } from './setup-cloud.tsx'

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

/** What the search has found is taken over with one button. */
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

/** What is done and what is not, until the cloud has it. */
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
