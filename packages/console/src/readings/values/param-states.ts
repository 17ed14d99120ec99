import { createStore, useStore } from '@busbar/ui/store'
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, apiQuery, keyOf } from '../../data/api/api-query.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../../data/state/preferences.ts'
import { serverNow } from '../../data/state/server-time.ts'
import type { ReadBack } from './quality.rules.ts'

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

/** Older ones have been polled since. */
const readBacksMax = 200

const readBacks = createStore<ReadonlyMap<number, ReadBack>>(new Map())

/** Stores the value that a write read back: it is shown until a later poll has the parameter. */
export const noteReadBack = (paramId: number, value: Pick<ReadBack, 'value' | 'formattedValue'>): void => {
  const newest = [...readBacks.get()].filter(([id]) => id !== paramId).slice(1 - readBacksMax)
  readBacks.set(new Map([...newest, [paramId, { ...value, readOn: new Date(serverNow()).toISOString() }]]))
}

/** Returns the values read back after writes on this page, by parameter. */
export const useReadBacks = (): ReadonlyMap<number, ReadBack> => useStore(readBacks)

interface Extremes {
  least: number
  greatest: number
}

/** Extremes of a span as the service computed them, with the readings that have arrived since. */
export const useExtremes = (computed: Extremes | undefined, value: string | undefined): Extremes | undefined => {
  const [seen, setSeen] = useState<{ of: Extremes; extremes: Extremes } | null>(null)
  if (computed === undefined) return undefined
  const isSame = seen !== null && seen.of.least === computed.least && seen.of.greatest === computed.greatest
  const known = isSame ? seen.extremes : computed
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  const extremes = Number.isFinite(number) ? extended(known, number) : known
  if (!isSame || extremes !== known) setSeen({ of: computed, extremes })
  return extremes
}

const extended = (known: Extremes, value: number): Extremes =>
  value >= known.least && value <= known.greatest
    ? known
    : { least: Math.min(known.least, value), greatest: Math.max(known.greatest, value) }
