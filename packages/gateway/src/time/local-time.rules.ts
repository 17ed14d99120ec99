import { type DstRule, dstMs, isDstAt } from './dst.rules.ts'

/** Local time. */
export interface LocalTime {
  readonly utcMs: number
  /** `2026-11-15`. */
  readonly date: string
  /** `10:00:00`. */
  readonly time: string
  /** The same as seconds of the day. */
  readonly daySec: number
  readonly isDst: boolean
}

const quarterMs = 15 * 60_000
const daySec = 86_400

/** The local time of an instant. `timeGmt` counts quarters of an hour from Greenwich, without summer time. */
export const localTime = (utcMs: number, timeGmt: number, rule: DstRule | null): LocalTime => {
  const standardMs = timeGmt * quarterMs
  const isDst = rule !== null && isDstAt(utcMs, standardMs, rule)
  const wallMs = utcMs + standardMs + (isDst ? dstMs : 0)
  const [date = '', time = ''] = new Date(wallMs).toISOString().split('T')
  const wallSec = Math.floor(wallMs / 1000)
  return { utcMs, date, time: time.slice(0, 8), daySec: ((wallSec % daySec) + daySec) % daySec, isDst }
}

/** Returns the local time as a date whose UTC fields are the local ones. */
export const localDate = ({ utcMs, date, time }: LocalTime): Date =>
  new Date(Date.parse(`${date}T${time}Z`) + (utcMs % 1000))
