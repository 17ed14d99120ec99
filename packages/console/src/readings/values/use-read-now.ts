import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../data/api/api-query.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { serverTimeOf } from '../../data/state/server-time.ts'
import type { ParamState } from './quality.rules.ts'

/** As many as the service reads at once. */
const idsMax = 1000

export interface ReadNowControl {
  /** Results by parameter id. */
  states: Readonly<Record<string, ParamState>>
  isReading: boolean
  read: () => void
}

/** Reads untracked parameters on request. */
export const useReadNow = (paramIds: readonly number[]): ReadNowControl => {
  const lang = serviceLanguage(useLanguage())
  const found = useQuery({
    ...apiQuery('realtime', 'read', { paramIds: paramIds.slice(0, idsMax), lang }),
    enabled: false,
    retry: false,
  })
  const on = new Date(serverTimeOf(found.dataUpdatedAt)).toISOString()
  const states = Object.entries(found.data ?? {}).map(([id, answer]): [string, ParamState] => [
    id,
    'err' in answer ? { error: { reason: answer.err, on } } : { ...answer, readOn: on },
  ])
  return { states: Object.fromEntries(states), isReading: found.isFetching, read: () => void found.refetch() }
}
