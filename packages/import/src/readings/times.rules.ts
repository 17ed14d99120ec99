export const timeFormats = ['iso', 's', 'ms'] as const
export type TimeFormat = (typeof timeFormats)[number]

const withZone = /(?:Z|[+-]\d\d:?\d\d)$/i
const plain = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?$/

/** A time of a file in ms since 1970, or why it is none. An hour that clocks show twice, or never, needs an offset. */
export const timeOf = (text: string, format: TimeFormat, timeZone: string): number | string => {
  const trimmed = text.trim()
  if (format !== 'iso') {
    if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(trimmed)) return `"${trimmed.slice(0, 40)}" is no time in ${format}`
    return Math.round(Number(trimmed) * (format === 's' ? 1000 : 1))
  }
  const iso = trimmed.replace(' ', 'T').replace(',', '.')
  if (withZone.test(iso)) {
    const ms = Date.parse(iso.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
    return Number.isNaN(ms) ? `"${trimmed.slice(0, 40)}" is no time` : ms
  }
  if (!plain.test(trimmed)) return `"${trimmed.slice(0, 40)}" is no time`
  try {
    return Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone, { disambiguation: 'reject' }).epochMilliseconds
  } catch {
    return `clocks of ${timeZone} showed "${trimmed}" twice or never: it needs an offset`
  }
}
