import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { RefreshCw, Router } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ApiError } from '../../data/api/api-error.ts'
import { apiQuery, call, keyOf } from '../../data/api/api-query.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Ago } from '../../ui/layout/ago.tsx'
import { BoxPanel } from './box-panel.tsx'
import { type Gateway, isOld, isUnderWay } from './gateway.rules.ts'
import { PathsPanel } from './paths-panel.tsx'
import { ReleasePanel } from './release-panel.tsx'

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

/** The gateway of a network: what it last told of itself, with the time of that, and its updates. */
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
