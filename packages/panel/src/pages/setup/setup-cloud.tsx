import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { readState } from '../../api/state.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Failure, Labelled, Notice } from '../../ui/parts.tsx'
import { ActivationCode } from './activation-code.tsx'

/** Quarters of an hour from UTC, as the phone has it now. */
const ownOffset = (): number => Math.round(-new Date().getTimezoneOffset() / 15)

/** Where the cloud is, and the time zone. Both count after a new start, which follows. */
export const CloudStep = ({ onDone }: { onDone: () => void }): ReactNode => {
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
export const CodeStep = (): ReactNode => {
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
