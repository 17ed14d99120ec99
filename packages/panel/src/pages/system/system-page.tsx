import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import { readState } from '../../api/state.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Dialog, Failure, Labelled, Notice, Waiting } from '../../ui/parts.tsx'
import { HttpsCard } from './https-card.tsx'
import { RebootButton } from './reboot-button.tsx'
import { ReleaseCard } from './release-card.tsx'

/** The release that runs, the clock, a new start, and the way back to a new box. */
export const SystemPage = (): ReactNode => {
  const { system } = useTexts()
  const { data, error } = usePoll(() => readState('fwUpdate', 'time'), 2000)
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState<string | null>(null)
  const attempt = (act: () => Promise<unknown>, doneText: string): void => {
    setFailure(null)
    setDone(null)
    void act().then(() => setDone(doneText), setFailure)
  }
  if (data === undefined) return <main>{error === null ? <Waiting /> : <Failure error={error} />}</main>
  const { fwUpdate: update, time } = data
  return (
    <main className="columns">
      <ReleaseCard update={update} onFailed={setFailure} onDone={() => setDone(system.updateBegun)} />
      <Card title={system.clock} className="w4">
        <div className="stack">
          <p className="big">{time.timeLocal.slice(11, 19)}</p>
          <small>{time.timeLocal.slice(0, 10)}</small>
          <Button onClick={() => attempt(() => call('system.setTime', { time: new Date() }), system.timeSet)}>
            {system.fromPhone}
          </Button>
          <Button onClick={() => attempt(() => call('system.syncTime'), system.timeSet)}>{system.fromServers}</Button>
        </div>
      </Card>
      <Card title={system.start} className="w4">
        <div className="stack">
          <p className="quiet">{system.rebootAbout}</p>
          <RebootButton />
          <ResetButton onFailed={setFailure} onDone={() => setDone(system.resetDone)} />
        </div>
      </Card>
      <HttpsCard />
      <div className="w12 stack">
        {done !== null && <Notice>{done}</Notice>}
        <Failure error={failure} />
      </div>
    </main>
  )
}

const word = 'RESET'

/** Asks for a word: what is gone is gone. */
const ResetButton = ({ onFailed, onDone }: { onFailed: (error: unknown) => void; onDone: () => void }): ReactNode => {
  const { system, common } = useTexts()
  const [typed, setTyped] = useState<string | null>(null)
  const reset = async (): Promise<void> => {
    setTyped(null)
    try {
      await call('settings.reset')
      await call('system.reboot', { rebootSec: 1 })
      onDone()
    } catch (problem) {
      onFailed(problem)
    }
  }
  return (
    <>
      <Button kind="danger" onClick={() => setTyped('')}>
        {system.reset}
      </Button>
      {typed !== null && (
        <Dialog title={system.resetTitle} onClose={() => setTyped(null)}>
          <p>{system.resetAbout}</p>
          <Labelled label={`${system.typeWord} ${word}`}>
            {(id) => (
              <input
                id={id}
                className="field"
                value={typed}
                autoCapitalize="characters"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Labelled>
          <div className="row wrap">
            <Button kind="danger" disabled={typed !== word} onClick={() => void reset()}>
              {system.reset}
            </Button>
            <Button onClick={() => setTyped(null)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
