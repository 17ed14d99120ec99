import type { ContactGroup, Rotation } from './contact.ts'

const minutesPerHour = 60

type ScheduledRotation = Exclude<Rotation, { kind: 'by-hand' }>

/**
 * When the turn that begins on a date begins. A time that the clocks show twice is the first of the two; one that they leave out is as
 * much later as they were put forward. So each date has one handover.
 */
const handoverOn = (date: Temporal.PlainDate, minute: number, timeZone: string): number => {
  const plainTime = { hour: Math.floor(minute / minutesPerHour), minute: minute % minutesPerHour }
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
}

const turnDays = ({ kind }: ScheduledRotation): number => (kind === 'weekly' ? 7 : 1)

const turnBegins = (turns: ScheduledRotation, turn: number, timeZone: string): number => {
  const date = Temporal.PlainDate.from(turns.startsOn).add({ days: turn * turnDays(turns) })
  return handoverOn(date, turns.handoverMinute, timeZone)
}

/** The number of the turn at a time; those before the first count down. */
const turnAt = (turns: ScheduledRotation, on: number, timeZone: string): number => {
  const today = Temporal.Instant.fromEpochMilliseconds(on).toZonedDateTimeISO(timeZone).toPlainDate()
  const days = today.since(Temporal.PlainDate.from(turns.startsOn), { largestUnit: 'days' }).days
  let turn = Math.floor(days / turnDays(turns)) + 1
  while (turnBegins(turns, turn, timeZone) > on) turn -= 1
  return turn
}

const firstPlace = ({ members, rotation }: ContactGroup, on: number, timeZone: string): number => {
  if (rotation.kind === 'by-hand') return rotation.onDutyId === null ? -1 : members.indexOf(rotation.onDutyId)
  const turn = turnAt(rotation, on, timeZone)
  return ((turn % members.length) + members.length) % members.length
}

/**
 * Returns the contact on call at a time, followed by the next ones; replaced contacts are left out. Empty: no contact
 * is on call.
 */
export function dutyOrder(group: ContactGroup, on: number, timeZone: string): number[] {
  const { members, overrides } = group
  const first = members.length === 0 ? -1 : firstPlace(group, on, timeZone)
  const inTurn = first < 0 ? [] : [...members.slice(first), ...members.slice(0, first)]
  const active = overrides.filter(({ from, till }) => from <= on && on < till)
  const standIn = (member: number | null, index: number): number | null =>
    active.reduce((current, { contactId, insteadOfId }) => {
      const isReplaced = insteadOfId === null ? index === 0 : insteadOfId === current
      return isReplaced ? contactId : current
    }, member)
  // Without a duty by hand there may still be a replacement.
  const order = inTurn.length === 0 ? [standIn(null, 0)] : inTurn.map(standIn)
  return [...new Set(order.filter((one) => one !== null))]
}

export interface DutyTurn {
  from: number
  till: number
  /** Null: none. */
  contactId: number | null
}

/** Returns the turns of a period, without gaps. */
export function dutyTurns(group: ContactGroup, from: number, till: number, timeZone: string): DutyTurn[] {
  const edges = new Set([from])
  const add = (on: number): unknown => on > from && on < till && edges.add(on)
  for (const override of group.overrides) {
    add(override.from)
    add(override.till)
  }
  const { rotation } = group
  if (rotation.kind !== 'by-hand') {
    for (let turn = turnAt(rotation, from, timeZone) + 1; ; turn += 1) {
      const begins = turnBegins(rotation, turn, timeZone)
      if (begins >= till) break
      add(begins)
    }
  }
  const turns: DutyTurn[] = []
  for (const on of [...edges].toSorted((one, other) => one - other)) {
    const contactId = dutyOrder(group, on, timeZone)[0] ?? null
    const last = turns.at(-1)
    if (last?.contactId === contactId) continue
    if (last) last.till = on
    turns.push({ from: on, till, contactId })
  }
  return turns
}
