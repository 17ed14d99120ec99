import { nextOccurrences } from '@busbar/alerts/engine'
import type { WindowRule } from '@busbar/alerts/model'
import type { RuleInput, WindowInput } from './maintenance.contract.ts'
import type { NewWindow, WindowRow } from './maintenance.sql.ts'

const shownNext = 3
const iso = (on: number): string => new Date(on).toISOString()

export const ruleOf = (input: RuleInput): WindowRule =>
  input.kind === 'once' ? { kind: 'once', from: input.from.getTime(), till: input.till.getTime() } : input

const unique = (ids: readonly number[] = []): number[] => [...new Set(ids)].toSorted((one, other) => one - other)

export const windowOf = ({ name, reason = '', rule, netIds, deviceIds, alertIds }: WindowInput): NewWindow => ({
  name,
  reason: reason === '' ? null : reason,
  rule: ruleOf(rule),
  netIds: unique(netIds),
  deviceIds: unique(deviceIds),
  alertIds: unique(alertIds),
})

const shownRule = (rule: WindowRule) => {
  if (rule.kind === 'once') return { kind: rule.kind, from: iso(rule.from), till: iso(rule.till) }
  if (rule.kind === 'weekly') return { ...rule, days: [...rule.days] }
  return { ...rule, nth: weekOrdinals.find((nth) => nth === rule.nth) ?? 1 }
}
const weekOrdinals = [1, 2, 3, 4, -1] as const

/** In the words of the wire, and as it is exported. */
export const shownWindowOf = ({ id, name, reason, rule, netIds, deviceIds, alertIds }: NewWindow & { id: number }) => ({
  id,
  name,
  ...(reason !== null && { reason }),
  rule: shownRule(rule),
  netIds: [...netIds],
  deviceIds: [...deviceIds],
  alertIds: [...alertIds],
})

export const nextWindows = (rule: WindowRule, timeZone: string, on: number) =>
  nextOccurrences({ id: 0, name: '', reason: null, timeZone, rule }, on, shownNext).map(({ from, till }) => ({
    from: iso(from),
    till: iso(till),
  }))

export const listedWindow = (row: WindowRow, on: number) => ({
  ...shownWindowOf(row),
  createdBy: row.createdBy,
  createdOn: row.createdOn.toISOString(),
  next: nextWindows(row.rule, row.timeZone, on),
})
