import { textFor } from '@busbar/ui/messages'
import { qrDrawing } from '@busbar/ui/qr'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { call } from '../api/api.ts'
import { type GatewayState, readState } from '../api/state.ts'
import { durationText } from '../format/format.ts'
import { hrefOf, httpsOrigin } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, CopyButton, Dialog, Failure, Labelled, Notice, Waiting } from '../ui/parts.tsx'
import { RebootButton } from './reboot-button.tsx'

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

interface Props {
  update: GatewayState['fwUpdate']
  onFailed: (error: unknown) => void
  onDone: () => void
}

/** The release that runs, the one that there is, and the trial of a new one. */
const ReleaseCard = ({ update, onFailed, onDone }: Props): ReactNode => {
  const texts = useTexts()
  const { system, updateStates, common } = texts
  const { data } = usePoll(() => call('firmware.status'), 2000)
  const [isConfirming, setIsConfirming] = useState(false)
  const start = (): void => {
    setIsConfirming(false)
    void call('firmware.update').then(onDone, onFailed)
  }
  const { trial = null, takenBack = [], isRequested = false, canInstall = true } = data ?? {}
  return (
    <Card title={system.release} className="w4">
      <dl className="facts">
        <dt>{system.runs}</dt>
        <dd>{data === undefined ? update.currentVersion : `${data.version} (${update.currentVersion})`}</dd>
        <dt>{system.available}</dt>
        <dd>{update.availableVersion ?? '–'}</dd>
        <dt>{system.onCard}</dt>
        <dd>{update.savedVersion ?? '–'}</dd>
        <dt>{system.state}</dt>
        <dd>
          {textFor(updateStates, update.downloadState)}
          {update.progress !== null && ` ${update.progress} %`}
        </dd>
      </dl>
      <div className="stack">
        {update.errorCode !== null && <Notice tone="warning">{update.errorCode}</Notice>}
        {isRequested && <Notice>{system.wanted}</Notice>}
        {trial !== null && trial.problem === null && (
          <Notice>
            {trial.provenInSec === null
              ? system.trialBegins
              : system.onTrial({ left: durationText(texts, trial.provenInSec) })}
          </Notice>
        )}
        {trial !== null && trial.problem !== null && (
          <Notice tone="warning">
            {system.trialProblem({
              problem: trial.problem,
              left: durationText(texts, trial.takenBackInSec),
            })}
          </Notice>
        )}
        {takenBack.length > 0 && <Notice tone="warning">{system.takenBack({ versions: takenBack.join(', ') })}</Notice>}
        {!canInstall && <small>{system.cannotInstall}</small>}
        <div className="row wrap">
          <Button onClick={() => setIsConfirming(true)}>{system.update}</Button>
          <a href={hrefOf('settings', { group: 'box' })}>{system.releaseSettings}</a>
        </div>
      </div>
      {isConfirming && (
        <Dialog title={system.updateTitle} onClose={() => setIsConfirming(false)}>
          <p>{system.updateAbout}</p>
          <div className="row wrap">
            <Button kind="primary" onClick={start}>
              {system.update}
            </Button>
            <Button onClick={() => setIsConfirming(false)}>{common.cancel}</Button>
          </div>
        </Dialog>
      )}
    </Card>
  )
}

const pollMs = 10_000

/** Address and certificate of HTTPS, with the fingerprint as a QR code. The fingerprint stays when addresses change. */
const HttpsCard = (): ReactNode => {
  const { https } = useTexts()
  const { data, error } = usePoll(() => call('box.https'), pollMs)
  if (data === undefined) return <Card title="HTTPS">{error === null ? <Waiting /> : <Failure error={error} />}</Card>
  const { port, fingerprint, problem } = data
  const url = port === null ? null : `${httpsOrigin(port)}/`
  return (
    <Card title="HTTPS" className="w12">
      <div className="stack">
        {problem !== null && (
          <Notice tone="warning">
            {https.unavailable} {problem}
          </Notice>
        )}
        {url !== null && <a href={url}>{url}</a>}
        {fingerprint === null ? (
          problem === null && <p className="quiet">{https.off}</p>
        ) : (
          <Fingerprint fingerprint={fingerprint} />
        )}
      </div>
    </Card>
  )
}

const Fingerprint = ({ fingerprint }: { fingerprint: string }): ReactNode => {
  const { https } = useTexts()
  const pairs = fingerprint.split(':')
  const drawing = useMemo(() => qrDrawing(fingerprint), [fingerprint])
  return (
    <div className="row wrap fingerprint">
      <div className="stack grow">
        <p className="quiet">{https.about}</p>
        <p className="mono wrap-anywhere">
          {pairs.map((pair, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pairs repeat, and their order never changes
            <Fragment key={index}>
              {index > 0 && (
                <>
                  :<wbr />
                </>
              )}
              {pair}
            </Fragment>
          ))}
        </p>
        <CopyButton text={fingerprint} />
        <small>{https.scan}</small>
      </div>
      {drawing !== null && (
        <svg
          role="img"
          aria-label={https.qr}
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          className="qr"
          shapeRendering="crispEdges"
        >
          <rect width={drawing.size} height={drawing.size} fill="#fff" />
          <path d={drawing.path} fill="#000" />
        </svg>
      )}
    </div>
  )
}
