import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnswerOf, apiQuery, keyOf } from '../data/api/api-query.ts'
import { useOrg } from '../data/api/use-org.tsx'
import { useNow } from '../data/format/use-now.ts'
import { useLiveEvents } from '../data/live/use-live.ts'
import { serviceLanguage, useLanguage } from '../data/state/preferences.ts'
import { type DayValues, stepsOfColumn } from '../devices/day-line.rules.ts'
import type { StripStep } from '../devices/strip.rules.ts'
import type { ParamState } from '../readings/values/quality.rules.ts'
import type { KeyParam } from './net-status.rules.ts'

type States = AnswerOf<'values', 'lastStates'>

/** As many as the service answers about at once; networks beyond have no value here. */
const idsMax = 1000
const dayMs = 86_400_000
const steps = 48
const stepMs = dayMs / steps
/** The strip of a month does not change by the minute. */
const stripStaleMs = 600_000
/** A new network is polled for the first time; one that is never polled is checked for a limited time. */
const [newNetMs, newNetLooks] = [5000, 12]
const days = 30

/** The last values of the parameters that stand for networks, by their ids; numbers come with the stream. */
export const useKeyStates = (keys: readonly KeyParam[]): States | undefined => {
  const client = useQueryClient()
  const lang = serviceLanguage(useLanguage())
  const paramIds = keys.slice(0, idsMax).map(({ paramId }) => paramId)
  const request = { paramIds, lang }
  const numbers = useMemo(
    () =>
      Map.groupBy(
        keys.filter(({ isNumber }) => isNumber),
        ({ deviceId }) => deviceId,
      ),
    [keys],
  )
  useLiveEvents((events) => {
    const newStates = new Map<string, ParamState>()
    for (const event of events) {
      if (event.kind !== 'readings') continue
      for (const { paramId } of numbers.get(event.deviceId) ?? []) {
        const value = event.values[paramId]
        if (value !== undefined) newStates.set(String(paramId), { value, readOn: event.readOn })
      }
    }
    if (newStates.size === 0) return
    client.setQueryData<States>(keyOf('values', 'lastStates', request), (old) => {
      if (old === undefined) return undefined
      const next = { ...old }
      // Values shown as text are formatted by the service only.
      for (const [id, state] of newStates) next[id] = state
      return next
    })
  })
  return useQuery({
    ...apiQuery('values', 'lastStates', request),
    enabled: paramIds.length > 0,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  }).data
}

/** The last 24 hours of the same parameters, in half hours. */
export const useKeyDays = (keys: readonly KeyParam[]): ReadonlyMap<number, DayValues> => {
  const till = Math.ceil(useNow() / stepMs) * stepMs
  const paramIds = keys.slice(0, idsMax).map(({ paramId }) => paramId)
  const found = useQuery({
    ...apiQuery('readings', 'dispersed', {
      paramIds,
      from: new Date(till - dayMs),
      till: new Date(till),
      points: steps,
      partial: true,
    }),
    enabled: paramIds.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const rows = found.data
  return useMemo(
    () =>
      new Map(
        rows === undefined
          ? []
          : keys
              .slice(0, idsMax)
              .map(({ paramId }, column) => [paramId, stepsOfColumn(rows, column, till - dayMs, stepMs, steps)]),
      ),
    // The answer is about the same parameters until the next one comes.
    [rows],
  )
}

/** How much of the last 30 days was read of a network. */
export interface NetMonth {
  share: number | null
  steps: readonly StripStep[]
  fromMs: number
  stepMs: number
}

/** Loads the month of every network, by id; undefined until loaded. */
export const useNetMonths = (): ReadonlyMap<number, NetMonth> | undefined => {
  const { orgId } = useOrg()
  const found = useQuery({
    ...apiQuery('overview', 'availability', { orgId, days }),
    staleTime: stripStaleMs,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < newNetLooks && data?.nets.some(({ share }) => share === null) ? newNetMs : stripStaleMs,
    refetchOnWindowFocus: false,
  })
  return useMemo(() => {
    if (found.data === undefined) return undefined
    const fromMs = Date.parse(found.data.from)
    return new Map(
      found.data.nets.map(({ netId, share, shares }) => [
        netId,
        { share, steps: shares.map((one) => ({ share: one })), fromMs, stepMs: dayMs },
      ]),
    )
  }, [found.data])
}
