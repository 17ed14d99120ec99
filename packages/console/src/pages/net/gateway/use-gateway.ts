import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { apiQuery, call, keyOf } from '../../../api/api-query.ts'
import { type Gateway, isUnderWay } from './gateway.rules.ts'

const restMs = 30_000
const watchMs = 5000

export interface GatewayQuery {
  query: UseQueryResult<Gateway, ApiError>
  askNow: () => void
  isAsking: boolean
  error: ApiError | null
}

/** A gateway's last state, asked for when its page is open; again and again while an update is under way. */
export const useGateway = (netId: number): GatewayQuery => {
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
