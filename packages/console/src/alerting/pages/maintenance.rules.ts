import { dateOfText, wallText } from '@busbar/ui/wall-time'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { clockText, minuteOf } from '../../data/format/clock-text.ts'

export type MaintenanceWindow = AnswerOf<'maintenance', 'list'>[number]
export type MaintenanceRule = RequestOf<'maintenance', 'preview'>['rule']
type NewMaintenanceFields = Omit<RequestOf<'maintenance', 'create'>, 'orgId'>

export const kinds = ['weekly', 'monthly', 'once'] as const
export const weeksOfMonth = [1, 2, 3, 4, -1] as const
export const weekDays = [1, 2, 3, 4, 5, 6, 7] as const

/** Objects of a window are keyed as `net:7`, `device:7` or `alert:7`. */
export interface MaintenanceDraft {
  name: string
  reason: string
  kind: (typeof kinds)[number]
  days: readonly number[]
  nth: (typeof weeksOfMonth)[number]
  day: (typeof weekDays)[number]
  /** As `08:30`. */
  from: string
  till: string
  /** As a `datetime-local` input has them. */
  fromOn: string
  tillOn: string
  objects: readonly string[]
}

const hourMs = 3_600_000

export const newDraft = (now: Date, zone: string): MaintenanceDraft => ({
  name: '',
  reason: '',
  kind: 'weekly',
  days: [6],
  nth: 1,
  day: 6,
  from: '08:00',
  till: '10:00',
  fromOn: wallText(now.getTime(), zone),
  tillOn: wallText(now.getTime() + hourMs, zone),
  objects: [],
})

export const draftOf = (
  { name, reason = '', rule, netIds, deviceIds, alertIds }: MaintenanceWindow,
  now: Date,
  zone: string,
): MaintenanceDraft => {
  const named = {
    ...newDraft(now, zone),
    name,
    reason,
    kind: rule.kind,
    objects: [
      ...netIds.map((id) => `net:${id}`),
      ...deviceIds.map((id) => `device:${id}`),
      ...alertIds.map((id) => `alert:${id}`),
    ],
  }
  if (rule.kind === 'once')
    return { ...named, fromOn: wallText(Date.parse(rule.from), zone), tillOn: wallText(Date.parse(rule.till), zone) }
  const hours = { from: clockText(rule.fromMinute), till: clockText(rule.tillMinute) }
  if (rule.kind === 'weekly') return { ...named, ...hours, days: rule.days }
  return { ...named, ...hours, nth: rule.nth, day: weekDays.find((day) => day === rule.day) ?? 1 }
}

export const ruleOf = (
  { kind, days, nth, day, from, till, fromOn, tillOn }: MaintenanceDraft,
  zone: string,
): MaintenanceRule => {
  if (kind === 'once') return { kind, from: dateOfText(fromOn, zone), till: dateOfText(tillOn, zone) }
  const hours = { fromMinute: minuteOf(from, false), tillMinute: minuteOf(till, true) }
  if (kind === 'weekly') return { kind, days: days.toSorted((one, other) => one - other), ...hours }
  return { kind, nth, day, ...hours }
}

const idsOf = (objects: readonly string[], kind: string): number[] =>
  objects.flatMap((name) => (name.startsWith(`${kind}:`) ? [Number(name.slice(kind.length + 1))] : []))

export const maintenanceFields = (draft: MaintenanceDraft, zone: string): NewMaintenanceFields => ({
  name: draft.name.trim(),
  ...(draft.reason.trim() !== '' && { reason: draft.reason.trim() }),
  rule: ruleOf(draft, zone),
  netIds: idsOf(draft.objects, 'net'),
  deviceIds: idsOf(draft.objects, 'device'),
  alertIds: idsOf(draft.objects, 'alert'),
})

/** Returns the error in the schedule of a window, or null. */
export const ruleProblem = ({ kind, days, fromOn, tillOn }: MaintenanceDraft): 'noDays' | 'backwards' | null => {
  if (kind === 'weekly' && days.length === 0) return 'noDays'
  return kind === 'once' && !(new Date(fromOn) < new Date(tillOn)) ? 'backwards' : null
}
