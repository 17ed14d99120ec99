import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { refetchEvery } from '../../data/api/refetch-every.ts'

/** Data outside the stream, such as the bus load, is reloaded. */
const refetchInterval = refetchEvery(10_000)

/** How reading of a network goes, for all its tabs. */
export const useNetStatistics = (netId: number): UseQueryResult<AnswerOf<'links', 'statistics'>> =>
  useQuery({ ...apiQuery('links', 'statistics', { netId }), refetchInterval })

const availabilityStaleMs = 60_000

/** How much of the last days was read, of the network and of each device. */
export const useNetAvailability = (
  netId: number,
  days: number,
  steps: number,
): UseQueryResult<AnswerOf<'availability', 'net'>> =>
  useQuery({
    ...apiQuery('availability', 'net', { netId, days, steps }),
    staleTime: availabilityStaleMs,
    refetchInterval: availabilityStaleMs * 5,
  })
