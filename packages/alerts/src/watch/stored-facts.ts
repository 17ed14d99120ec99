import type { Queries } from '@busbar/database'
import { plainNumber } from '@busbar/kit'
import { lastPolledReadings } from '@busbar/readings/last-values'
import type { Fact, ReadValue } from '../alert-state.ts'
import { activeAlerts } from '../store/alerts.sql.ts'
import type { AlertEntry, FactsByAlert } from './alert-memory.ts'

/**
 * Puts the last recorded reading of each parameter, and the failure after it, before the facts of each alert: readings that changed nothing
 * are not stored with its state, and silence is checked against the recorded values before it is reported. Imported readings are not among
 * the facts: an old value must not fire an alert.
 */
export const addLastReadings = async (
  sql: Queries,
  batch: FactsByAlert,
  entries: Iterable<AlertEntry>,
): Promise<void> => {
  const selected = [...entries]
  const params = new Map<number, { orgId: number; deviceId: number; id: number }>()
  for (const { alert } of selected) {
    for (const [id, { deviceId }] of alert.params) params.set(id, { orgId: alert.orgId, deviceId, id })
  }
  const last = await lastPolledReadings(sql, [...params.values()])
  for (const entry of selected) {
    const facts = [...entry.alert.params.keys()].flatMap((paramId) => factsOf(paramId, last.get(paramId)))
    batch.set(entry, [...facts, ...(batch.get(entry) ?? [])])
  }
}

type LastReading = Awaited<ReturnType<typeof lastPolledReadings>> extends Map<number, infer Reading> ? Reading : never

const factsOf = (paramId: number, reading: LastReading | undefined): Fact[] => {
  const facts: Fact[] = []
  const { last = null, error = null } = reading ?? {}
  // The failure was recorded after the value, whatever the clock showed.
  const lastOn = Math.min(last?.readOn ?? 0, error === null ? Infinity : error.on - 1)
  if (last) facts.push({ kind: 'reading', paramId, on: lastOn, value: exactOf(last), reason: null })
  if (error) facts.push({ kind: 'reading', paramId, on: error.on, value: null, reason: error.reason })
  return facts
}

const exactOf = ({ value: digits, number }: NonNullable<LastReading['last']>): ReadValue | null =>
  number === null || digits === plainNumber(number) ? number : digits

/** Adds whether the alerts on which each depends are active, as stored: so that is known after a crash, and on every node. */
export const addParents = async (
  sql: Queries,
  batch: FactsByAlert,
  entries: Iterable<AlertEntry>,
  on: number,
): Promise<void> => {
  const dependents = [...entries].filter(({ alert }) => alert.dependsOn.some(({ id }) => id > 0))
  if (dependents.length === 0) return
  const parents = new Map<number, { orgId: number; id: number }>()
  for (const { alert } of dependents) {
    for (const { id } of alert.dependsOn) if (id > 0) parents.set(id, { orgId: alert.orgId, id })
  }
  const active = await activeAlerts(sql, [...parents.values()])
  for (const entry of dependents) {
    const facts = entry.alert.dependsOn.flatMap(({ id: alertId }) =>
      alertId > 0 ? [{ kind: 'parent' as const, alertId, on, isActive: active.has(alertId) }] : [],
    )
    batch.set(entry, [...(batch.get(entry) ?? []), ...facts])
  }
}
