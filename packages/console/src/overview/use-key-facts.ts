import { useMemo } from 'react'
import type { DayValues } from '../devices/day-line.rules.ts'
import type { ParamState } from '../readings/values/quality.rules.ts'
import type { KeyParam } from './net-status.rules.ts'
import { type NetMonth, useKeyDays, useKeyStates, useNetMonths } from './use-key-values.ts'
import type { NetRow } from './use-overview.ts'

/** What is shown of networks beside how they stand; undefined until it is known. */
export interface NetFigures {
  stateOf: (row: NetRow) => ParamState | undefined
  dayOf: (row: NetRow) => DayValues | undefined
  monthOf: (row: NetRow) => NetMonth | undefined
}

const nothing: ParamState = {}

/** Asked for all networks at once. */
export const useKeyFacts = (rows: readonly NetRow[]): NetFigures => {
  // In one order whichever network is worst, so that the questions stay the same.
  const ids = rows.flatMap(({ key }) => (key == null ? [] : [key.paramId])).toSorted((a, b) => a - b)
  const keys = useMemo(
    () => rows.flatMap(({ key }): KeyParam[] => (key == null ? [] : [key])).toSorted((a, b) => a.paramId - b.paramId),
    [ids.join()],
  )
  const states = useKeyStates(keys)
  const days = useKeyDays(keys)
  const months = useNetMonths()
  return {
    stateOf: ({ key }) => (key == null || states === undefined ? undefined : (states[key.paramId] ?? nothing)),
    dayOf: ({ key }) => (key == null ? undefined : days.get(key.paramId)),
    monthOf: ({ net }) => months?.get(net.id),
  }
}
