import { textFor } from '@busbar/ui/messages'
import type { ReactNode } from 'react'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { type GatewayReport, stageOf, type UpdateStage } from './gateway.rules.ts'

const tones: Readonly<Record<UpdateStage, Tone>> = {
  unknown: 'muted',
  trial: 'info',
  'trial-problem': 'warning',
  failed: 'warning',
  wanted: 'info',
  fetching: 'info',
  'taken-back': 'warning',
  ready: 'info',
  found: 'info',
  newest: 'ok',
}

interface Props {
  netId: number
  report: GatewayReport
  isReachable: boolean
}

/** The release that runs, the one that there is, and how the way from one to the other goes. */
export const ReleasePanel = ({ netId, report, isReachable }: Props): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { number, percent } = useFormat()
  const { fwUpdate, firmware } = report
  const stage = stageOf(report)
  const version = (one: number | null | undefined): string => (one === null || one === undefined ? '—' : number(one))
  const { progress, errorCode } = fwUpdate ?? { progress: null, errorCode: null }
  const runs = [firmware?.version, fwUpdate && `(${number(fwUpdate.currentVersion)})`].filter(Boolean).join(' ')
  return (
    <Panel title={words.release}>
      <Facts
        facts={[
          [words.runs, runs === '' ? '—' : runs],
          [words.found, version(fwUpdate?.availableVersion)],
          [words.onCard, version(fwUpdate?.savedVersion)],
          [
            words.update,
            <StateMark key="stage" tone={tones[stage]}>
              {words.stages[stage]}
              {progress !== null && ` ${percent(Number(progress) / 100)}`}
              {errorCode !== null && `: ${textFor(words.errors, errorCode)}`}
            </StateMark>,
          ],
        ]}
      />
      <div className="flex flex-col gap-3 px-4 pb-4">
        <Trial report={report} />
        {firmware !== undefined && firmware.takenBack.length > 0 && (
          <Notice tone="warning">
            {words.takenBack({ versions: firmware.takenBack.map((one) => number(one)).join(', ') })}
          </Notice>
        )}
        {firmware?.canInstall === false && <p className="text-sm text-quiet">{words.cannotInstall}</p>}
        {firmware !== undefined && isReachable && <StartUpdate netId={netId} />}
      </div>
    </Panel>
  )
}

const Trial = ({ report: { firmware } }: { report: GatewayReport }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const { span } = useFormat()
  const trial = firmware?.trial ?? null
  if (trial === null) return null
  const { problem, provenInSec, takenBackInSec } = trial
  if (problem !== null)
    return <Notice tone="warning">{words.trialProblem({ problem, time: span(takenBackInSec * 1000) })}</Notice>
  return (
    <Notice>{provenInSec === null ? words.trialStarts : words.trialWell({ time: span(provenInSec * 1000) })}</Notice>
  )
}

const StartUpdate = ({ netId }: { netId: number }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const isOwner = useHasRole('owner')
  const update = useAction('gateways', 'update', [['gateways']], (answer) =>
    answer.status === 'begun'
      ? toast(words.begun)
      : toast(words.notBegun({ problem: answer.errorMessage }), 'critical'),
  )
  if (!isOwner) return <p className="text-sm text-quiet">{words.ownerOnly}</p>
  const start = (): void => update.mutate({ netId })
  return (
    <div>
      <ConfirmButton act={words.start} question={words.startQuestion} isBusy={update.isPending} onConfirm={start} />
    </div>
  )
}
