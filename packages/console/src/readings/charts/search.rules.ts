import { type CalendarRange, type Comparison, calendarRange, calendarRanges, comparisons } from '@busbar/charts/ranges'
import { isSpan, spans, type TimeRange } from '@busbar/charts/window'

/** In whose time a chart is: the browser's unless something is said. */
const zoneNames = ['mine', 'org', 'utc'] as const
export type ZoneName = (typeof zoneNames)[number]

/**
 * Search parameters of a chart; missing ones use defaults. Every page with a chart has them, so that every view can be
 * shared.
 */
export interface ChartSearch {
  /** Seconds till now, or a span of the calendar. */
  span?: number | CalendarRange
  /** From one moment till another. */
  from?: string
  till?: string
  /** Parameters: on the page of one, those beside it. */
  and?: number[]
  vs?: Comparison
  /** Parameters that are listed and not drawn. */
  hide?: number[]
  /** Parameters that are measured at the other side than usual. */
  axis?: number[]
  zone?: Exclude<ZoneName, 'mine'>
  /** How far points are apart, in seconds; without it as the width asks for. */
  every?: number
}

/** More cannot be asked for, and not drawn. */
const idsMax = 100

const idsOf = (found: unknown): number[] | undefined =>
  Array.isArray(found) && found.every((one): one is number => Number.isSafeInteger(one) && one > 0)
    ? [...new Set(found)].slice(0, idsMax)
    : undefined

const oneOf = <T extends string>(known: readonly T[], found: unknown): T | undefined =>
  known.find((one) => one === found)

const momentOf = (found: unknown): string | undefined =>
  typeof found === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(found) && !Number.isNaN(Date.parse(found))
    ? found
    : undefined

/** Takes what makes sense, and leaves out the rest. */
export const chartSearch = (search: Record<string, unknown>): ChartSearch => {
  const [from, till] = [momentOf(search['from']), momentOf(search['till'])]
  const seconds = search['span']
  const span = typeof seconds === 'number' && isSpan(seconds * 1000) ? seconds : oneOf(calendarRanges, seconds)
  const isFixed = from !== undefined && till !== undefined && isSpan(Date.parse(till) - Date.parse(from))
  const zone = oneOf(zoneNames, search['zone'])
  const every = search['every']
  const found = {
    span: isFixed ? undefined : span,
    from: isFixed ? from : undefined,
    till: isFixed ? till : undefined,
    and: idsOf(search['and']),
    vs: oneOf(comparisons, search['vs']),
    hide: idsOf(search['hide']),
    axis: idsOf(search['axis']),
    zone: zone === 'mine' ? undefined : zone,
    every: Number.isSafeInteger(every) && (every as number) > 0 ? every : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The chosen range; `usualMs` till now where nothing is said. */
export const rangeOfSearch = (
  { span, from, till }: ChartSearch,
  now: number,
  zone: string,
  usualMs: number = spans.day,
): TimeRange => {
  if (from !== undefined && till !== undefined)
    return { spanMs: Date.parse(till) - Date.parse(from), till: Date.parse(till) }
  if (typeof span === 'string') return calendarRange(span, now, zone)
  return { spanMs: span === undefined ? usualMs : span * 1000, till: null }
}

/** Returns the search parameters of a range; other parameters stay. */
export const searchOfRange = ({ spanMs, till }: TimeRange): Pick<ChartSearch, 'span' | 'from' | 'till'> => {
  const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z')
  return till === null
    ? { span: Math.max(10, Math.round(spanMs / 1000)) }
    : { from: iso(till - spanMs), till: iso(till) }
}
