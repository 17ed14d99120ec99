import type { Queries } from '../../db/sql.ts'
import { plainNumber } from '../../readings/plain-number.ts'
import { lastReadings } from '../../readings/recording/last-values.ts'
import type { Fact, ReadValue } from '../alert.ts'
import type { Handed, Standing } from './standings.ts'

/**
 * Hands each alert the last recorded reading of each of its parameters, and the failure after it, before what it has. Readings that only
 * were seen are not stored with it: so they come back. And before anybody says that nothing was read, it is looked up.
 */
export const handLast = async (sql: Queries, handed: Handed, standings: Iterable<Standing>): Promise<void> => {
  const wanted = [...standings]
  const params = new Map<number, { orgId: number; deviceId: number; id: number }>()
  for (const { alert } of wanted) {
    for (const [id, { deviceId }] of alert.params) params.set(id, { orgId: alert.orgId, deviceId, id })
  }
  const last = await lastReadings(sql, [...params.values()])
  for (const standing of wanted) {
    const facts = [...standing.alert.params.keys()].flatMap((paramId) => factsOf(paramId, last.get(paramId)))
    handed.set(standing, [...facts, ...(handed.get(standing) ?? [])])
  }
}

type Last = Awaited<ReturnType<typeof lastReadings>> extends Map<number, infer Reading> ? Reading : never

const factsOf = (paramId: number, reading: Last | undefined): Fact[] => {
  const facts: Fact[] = []
  const { last = null, error = null } = reading ?? {}
  // The failure was recorded after the value, whatever the clock showed.
  const lastOn = Math.min(last?.readOn ?? 0, error === null ? Infinity : error.on - 1)
  if (last) facts.push({ kind: 'reading', paramId, on: lastOn, value: exactOf(last), reason: null })
  if (error) facts.push({ kind: 'reading', paramId, on: error.on, value: null, reason: error.reason })
  return facts
}

const exactOf = ({ value: digits, number }: NonNullable<Last['last']>): ReadValue | null =>
  number === null || digits === plainNumber(number) ? number : digits
