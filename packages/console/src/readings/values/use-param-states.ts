import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnswerOf, apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'

/** As many as the service answers about at once. */
const idsMax = 1000

/** The last values of parameters of one device with what went wrong, asked again whenever the device was read: only the service knows how they are written. */
export const useParamStates = (
  deviceId: number | undefined,
  paramIds: readonly number[],
): UseQueryResult<AnswerOf<'values', 'lastStates'>> => {
  const client = useQueryClient()
  const lang = serviceLanguage(useLanguage())
  const request = { paramIds: paramIds.slice(0, idsMax), lang }
  useLiveEvents((events) => {
    const isRead = events.some((event) => event.kind === 'readings' && event.deviceId === deviceId)
    if (isRead) void client.invalidateQueries({ queryKey: keyOf('values', 'lastStates', request) })
  })
  return useQuery({
    ...apiQuery('values', 'lastStates', request),
    enabled: paramIds.length > 0,
    placeholderData: keepPreviousData,
  })
}
