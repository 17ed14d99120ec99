import type { LocalTime } from '../time/local-time.rules.ts'

/** What the clock on the wall shows, as a date whose UTC fields are the local ones. */
export const localDate = ({ utcMs, date, time }: LocalTime): Date =>
  new Date(Date.parse(`${date}T${time}Z`) + (utcMs % 1000))
