import { textFor } from '@busbar/ui/messages'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RefreshCw, Router } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { apiQuery, call, keyOf } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm-button.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StateMark, type Tone } from '../../ui/feedback/state-mark.tsx'
import { toast } from '../../ui/feedback/toasts.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { Facts, Panel } from '../../ui/layout/page.tsx'
import { BoxPanel } from './box-panel.tsx'
import { type Gateway, type GatewayReport, isOld, isUnderWay, stageOf, type UpdateStage } from './net.rules.ts'
import { PathsPanel } from './paths-panel.tsx'

const restMs = 30_000
const watchMs = 5000

interface GatewayQuery {
  query: UseQueryResult<Gateway, ApiError>
  askNow: () => void
  isAsking: boolean
  error: ApiError | null
}

/** A gateway's last state, asked for when its page is open; again and again while an update is under way. */
const useGateway = (netId: number): GatewayQuery => {
  const client = useQueryClient()
  const query = useQuery({ ...apiQuery('gateways', 'get', { netId }), refetchInterval: restMs })
  const asking = useMutation<Gateway, ApiError>({
    mutationFn: () => call('gateways', 'ask', { netId }),
    onSuccess: (report) => client.setQueryData(keyOf('gateways', 'get', { netId }), report),
  })
  const { mutate } = asking
  useEffect(() => mutate(), [mutate])
  const isWatched = isUnderWay(query.data?.told?.report)
  useEffect(() => {
    if (!isWatched) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && mutate(), watchMs)
    return () => clearInterval(timer)
  }, [isWatched, mutate])
  return { query, askNow: () => mutate(), isAsking: asking.isPending, error: asking.error }
}

/** The gateway of a network: its last report with time, and its updates. */
export const GatewayTab = (): ReactNode => {
  const { id: netId } = useParams({ from: '/shell/nets/$id' })
  const texts = useTexts()
  const { gatewayState: words } = texts
  const { query, askNow, isAsking, error } = useGateway(netId)
  const again = (
    <Button icon={RefreshCw} isBusy={isAsking} onClick={askNow}>
      {words.askNow}
    </Button>
  )
  return (
    <Loaded query={query}>
      {(gateway) => (
        <>
          {error !== null && <Notice tone="critical">{errorText(texts, error)}</Notice>}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-quiet">
              {gateway.told !== undefined && (
                <>
                  {words.told[gateway.told.by]} <Ago iso={gateway.told.on} />
                </>
              )}
            </p>
            {gateway.reachedBy !== undefined && again}
          </div>
          <Doubts gateway={gateway} isAsking={isAsking} />
          {gateway.told === undefined ? (
            <div className="rounded-card border border-line bg-surface">
              <EmptyState icon={Router} title={words.never} help={words.neverHelp} />
            </div>
          ) : (
            <div className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
              <ReleasePanel netId={netId} report={gateway.told.report} isReachable={gateway.reachedBy !== undefined} />
              <PathsPanel report={gateway.told.report} vpnIp={gateway.vpnIpAddress} />
              <BoxPanel report={gateway.told.report} clockOffSec={gateway.told.clockOffSec} />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Why what is shown may be otherwise by now: an old value must not look new. */
const Doubts = ({ gateway, isAsking }: { gateway: Gateway; isAsking: boolean }): ReactNode => {
  const { gatewayState: words } = useTexts()
  const now = useNow()
  const { told, reachedBy, problem } = gateway
  if (told === undefined) return problem !== undefined && <Notice tone="unknown">{words.failed({ problem })}</Notice>
  if (reachedBy === undefined) return <Notice tone="unknown">{words.unreachable}</Notice>
  if (problem !== undefined) return <Notice tone="unknown">{words.failed({ problem })}</Notice>
  return isOld(told.on, now) && !isAsking && <Notice tone="unknown">{words.old}</Notice>
}

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
const ReleasePanel = ({ netId, report, isReachable }: Props): ReactNode => {
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
