export const periodKinds = ['day', 'week', 'month', 'year', 'span'] as const
export type PeriodKind = (typeof periodKinds)[number]
export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]
const cadences = ['quarter-hour', 'hour', 'day', 'week', 'month'] as const
export type Cadence = (typeof cadences)[number]

/** Whole days of a place; the last is not part of it. */
export interface Period {
  kind: PeriodKind
  from: Day
  till: Day
}

/** Search parameters of the tree page. */
export interface EnergySearch {
  p?: PeriodKind
  /** Day, Monday, month or year; of a span its first day. */
  on?: string | number
  /** The last day of a span. */
  to?: string
  vs?: Comparison
  /** Selected branch. */
  branch?: string
  by?: Cadence
  /** Amounts in the unit that the tariff converts to. */
  unit?: 'converted'
}

const spanDaysMax = 3660

const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value)

/** Reads an address; invalid values are ignored. */
export const readSearch = (search: Record<string, unknown>): EnergySearch => {
  const { on, to, branch } = search
  const p = oneOf(periodKinds, search['p'])
  const vs = oneOf(comparisons, search['vs'])
  const by = oneOf(cadences, search['by'])
  return {
    ...(p !== undefined && { p }),
    ...((typeof on === 'string' || typeof on === 'number') && { on }),
    ...(typeof to === 'string' && { to }),
    ...(vs !== undefined && { vs }),
    ...(typeof branch === 'string' && { branch }),
    ...(by !== undefined && { by }),
    ...(search['unit'] === 'converted' && { unit: 'converted' as const }),
  }
}

/** The period of this kind that a day is in. */
export const periodAt = (kind: PeriodKind, day: Day): Period => {
  if (kind === 'day' || kind === 'span') return { kind, from: day, till: addDays(day, 1) }
  if (kind === 'week') {
    const from = addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
    return { kind, from, till: addDays(from, 7) }
  }
  const from = kind === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`
  return { kind, from, till: addMonths(from, kind === 'month' ? 1 : 12) }
}

/** Returns the selected period; this month by default. */
export const periodOf = ({ p = 'month', on, to }: EnergySearch, today: Day): Period => {
  const text = String(on ?? '')
  const day = `${text}${'0000-01-01'.slice(text.length)}`
  const from = isDay(day) ? day : today
  if (p !== 'span') return periodAt(p, from)
  const till = to !== undefined && isDay(to) && to >= from ? addDays(to, 1) : addDays(from, 1)
  return { kind: p, from, till: daysBetween(from, till) > spanDaysMax ? addDays(from, spanDaysMax) : till }
}

/** As the address has it. */
export const searchOf = ({ kind, from, till }: Period): Pick<EnergySearch, 'p' | 'on' | 'to'> => {
  if (kind === 'span') return { p: kind, on: from, to: addDays(till, -1) }
  if (kind === 'year') return { p: kind, on: Number(from.slice(0, 4)) }
  return { p: kind, on: kind === 'month' ? from.slice(0, 7) : from }
}

/** Returns the period `count` periods later. */
export const stepped = ({ kind, from, till }: Period, count: number): Period => {
  if (kind === 'month' || kind === 'year') return periodAt(kind, addMonths(from, count * (kind === 'month' ? 1 : 12)))
  const days = daysBetween(from, till) * count
  return { kind, from: addDays(from, days), till: addDays(till, days) }
}

/**
 * Returns the compared period: the previous one, or that of last year. For days and weeks, last year is 52 weeks back,
 * so that weekdays match.
 */
export const comparedWith = (period: Period, comparison: Comparison): Period => {
  if (comparison === 'before') return stepped(period, -1)
  const { kind, from, till } = period
  const back = (day: Day): Day => (kind === 'day' || kind === 'week' ? addDays(day, -364) : addMonths(day, -12))
  return { kind, from: back(from), till: back(till) }
}

export interface PeriodBounds {
  from: number
  till: number
  /** It goes on: `till` is not its end. */
  isRunning: boolean
}

const quarterMs = 900_000
/** Delay after which the readings of a quarter-hour have arrived and are computed. */
const settleMs = 300_000

/** Returns the known part of a period: a running one ends at the last complete quarter-hour. */
export const instantsOf = (zone: string, { from, till }: Period, now: number): PeriodBounds => {
  const [begin, end] = [startOfDay(zone, from), startOfDay(zone, till)]
  const settled = Math.floor((now - settleMs) / quarterMs) * quarterMs
  return settled >= end
    ? { from: begin, till: end, isRunning: false }
    : { from: begin, till: Math.max(begin, settled), isRunning: true }
}

/** The same part of another period, by date and time of day. */
export const samePart = (zone: string, period: Period, shown: PeriodBounds, other: Period): PeriodBounds => {
  const [from, end] = [startOfDay(zone, other.from), startOfDay(zone, other.till)]
  if (!shown.isRunning) return { from, till: end, isRunning: false }
  const last = dayAt(zone, shown.till)
  const day = addDays(other.from, daysBetween(period.from, last))
  const till = startOfDay(zone, day) + (shown.till - startOfDay(zone, last))
  return { from, till: Math.min(end, Math.max(from, till)), isRunning: false }
}

/** How a period can be cut for its bars, the usual first. */
export const cadencesOf = ({ kind, from, till }: Period): readonly [Cadence, ...Cadence[]] => {
  const days = daysBetween(from, till)
  if (kind === 'day' || days <= 2) return ['hour', 'quarter-hour']
  if (days <= 10) return ['day', 'hour']
  if (days <= 62) return ['day', 'week']
  if (days <= 800) return ['month', 'week', 'day']
  return ['month']
}

export const cadenceOf = (period: Period, by: Cadence | undefined): Cadence => {
  const all = cadencesOf(period)
  return by !== undefined && all.includes(by) ? by : all[0]
}

/** A date of the calendar: `2026-11-15`. */
export type Day = string

const dayMs = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const made = new Intl.DateTimeFormat('en', {
    ...fields,
    second: 'numeric',
    hourCycle: 'h23',
    calendar: 'iso8601',
    timeZone: zone,
  })
  clocks.set(zone, made)
  return made
}

/** Returns the local time of a zone as if it were UTC. Not every browser has `Temporal`. */
export const wallMs = (zone: string, on: number): number => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(on)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
}

export const dayOf = (wall: number): Day => new Date(wall).toISOString().slice(0, 10)

/** The date at a place. */
export const dayAt = (zone: string, on: number): Day => dayOf(wallMs(zone, on))

/** When a day begins: at midnight, or where the clocks skip that, when they are set. */
export const startOfDay = (zone: string, day: Day): number => {
  const wall = Date.parse(day)
  const [before, after] = [wall - dayMs, wall + dayMs].map((near) => wall - (wallMs(zone, near) - near))
  const found = [before, after].filter((on): on is number => on !== undefined && wallMs(zone, on) === wall)
  return found.length > 0 ? Math.min(...found) : (before ?? wall)
}

export const addDays = (day: Day, count: number): Day => dayOf(Date.parse(day) + count * dayMs)

export const daysBetween = (from: Day, till: Day): number => Math.round((Date.parse(till) - Date.parse(from)) / dayMs)

/** The same day of another month; its last where it has none. */
export const addMonths = (day: Day, count: number): Day => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)))
}

const isDay = (text: string): boolean =>
  /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text
