import { textFor } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/api.ts'
import type { GatewayState } from '../../api/state.ts'
import { durationText } from '../../format/format.ts'
import { hrefOf } from '../../state/place.ts'
import { usePoll } from '../../state/poll.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button, Card, Dialog, Notice } from '../../ui/parts.tsx'

interface Props {
  update: GatewayState['fwUpdate']
  onFailed: (error: unknown) => void
  onDone: () => void
}

/** The release that runs, the one that there is, and the trial of a new one. */
export const ReleaseCard = ({ update, onFailed, onDone }: Props): ReactNode => {
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
