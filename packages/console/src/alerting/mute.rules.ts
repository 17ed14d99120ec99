import { dateOfText, momentAt, wallOf } from '@busbar/ui/wall-time'
import type { AnswerOf } from '../data/api/api-query.ts'

/** Reason for which notifications of an active alert wait. */
export type AlertHold = NonNullable<AnswerOf<'alerts', 'states'>[number]['held']>

export const muteTimes = ['hour', 'four-hours', 'tomorrow', 'other'] as const
export type MuteTime = (typeof muteTimes)[number]

const hourMs = 3_600_000
const muteMsMax = 31 * 24 * hourMs

/** When a mute ends, by the clock of the person; null where what was typed is no time within 31 days. */
export function muteTill(time: MuteTime, typed: string, now: Date, zone: string): Date | null {
  if (time === 'hour') return new Date(now.getTime() + hourMs)
  if (time === 'four-hours') return new Date(now.getTime() + 4 * hourMs)
  if (time === 'tomorrow') {
    const today = wallOf(now.getTime(), zone)
    return new Date(momentAt({ ...today, day: today.day + 1, hour: 7, minute: 0 }, zone))
  }
  const till = dateOfText(typed, zone)
  const aheadMs = till.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= muteMsMax ? till : null
}

/** Returns true if a user muted the alert. */
export const isMuted = (held: AlertHold | undefined): boolean => held?.why === 'mute' || held?.why === 'maintenance'
