/*
 * The gateway's clock has an offset and the summer time of a country. A time zone of the system sets both; summer time that is neither
 * that of Europe nor that of the United States is left to the panel.
 */

interface ClockSettings {
  readonly timeGmt: number
  readonly tsMode: number | null
}

const minuteMs = 60_000
const quarterMin = 15
const summerMin = 60

/** Setting `tsMode`. All European rules are the same; these zones get their own country's name. */
const european: Readonly<Record<string, number>> = {
  'Europe/London': 2,
  'Europe/Berlin': 3,
  'Europe/Athens': 4,
  'Europe/Rome': 6,
  'Europe/Warsaw': 8,
  'Europe/Lisbon': 9,
  'Europe/Kyiv': 12,
  'Europe/Helsinki': 13,
  'Europe/Paris': 14,
}
const anyEuropean = 3
const american = 10

const offsetMin = (timeZone: string, utcMs: number): number => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}

/** The day of the month of a Sunday, the last one from `latest` back. */
const sundayUntil = (year: number, month: number, latest: number): number =>
  latest - new Date(Date.UTC(year, month, latest)).getUTCDay()

/** Undefined where the time zone is unknown. */
export const clockOf = (timeZone: string, year: number): ClockSettings | undefined => {
  try {
    const winterMin = Math.min(offsetMin(timeZone, Date.UTC(year, 0, 1)), offsetMin(timeZone, Date.UTC(year, 6, 1)))
    const startsAt = (utcMs: number): boolean =>
      offsetMin(timeZone, utcMs - 1) === winterMin && offsetMin(timeZone, utcMs) === winterMin + summerMin
    const march = 2
    const isEuropean = startsAt(Date.UTC(year, march, sundayUntil(year, march, 31), 1))
    const isAmerican = startsAt(Date.UTC(year, march, sundayUntil(year, march, 14), 2) - winterMin * minuteMs)
    const tsMode = isEuropean ? (european[timeZone] ?? anyEuropean) : isAmerican ? american : null
    return { timeGmt: Math.round(winterMin / quarterMin), tsMode }
  } catch {
    return undefined
  }
}
