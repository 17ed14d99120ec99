/** A reading; the value is a decimal text's number. */
export type Row = readonly [on: number, value: number]

/** Numbers as fractions of a power of ten, slow and exact, and not by the code that is tested. */
const unit = 10n ** 30n
export const big = (value: number): bigint => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? []
  const shift = BigInt(30 + Number(exponent) - fraction.length)
  const size = shift >= 0n ? BigInt(whole + fraction) * 10n ** shift : BigInt(whole + fraction) / 10n ** -shift
  return sign === '-' ? -size : size
}
export const small = (value: bigint): number => {
  const size = value < 0n ? -value : value
  return Number(`${value < 0n ? '-' : ''}${size / unit}.${String(size % unit).padStart(30, '0')}`)
}

export interface LedgerMeter {
  /** Number of values of the register. */
  width: number | null
  zero: number
  maxPerHour: number | null
  rolloverAt?: number
  allOnes?: number
  periodMs?: number
  /** True if steps that are unusual by their history are excluded. */
  hasHistory?: boolean
}

interface LedgerSegment {
  amount: bigint | null
  /** Hours with a good reading after another and no excluded step, by their start. */
  hours: Set<number>
}

const hourMs = 3_600_000

const dayMs = 24 * hourMs

const rateFor = (amount: number, ms: number): number => (amount * hourMs) / Math.max(ms, hourMs)

/** Rate of each hour since the one before it, where both are plausible. */
const ratesOf = (rows: readonly Row[], { zero, rolloverAt = Infinity, allOnes }: LedgerMeter, longMs: number) => {
  const hours = [...Map.groupBy(rows, ([on]) => Math.floor(on / hourMs) * hourMs)]
  return hours.flatMap(([hour, own], at) => {
    const values = own.map(([, value]) => value)
    const [before, first, last] = [hours[at - 1]?.[1].at(-1), own[0] as Row, own.at(-1) as Row]
    if (before === undefined || last[0] - before[0] > longMs || first[1] < before[1]) return []
    if (Math.min(...values) !== first[1] || Math.max(...values) !== last[1]) return []
    if (before[1] === zero || first[1] === zero || last[1] === allOnes || last[1] >= rolloverAt) return []
    const ms = last[0] - before[0]
    return [{ hour, beforeOn: before[0], ms, rate: rateFor(last[1] - before[1], ms) }]
  })
}

/** Is a step more than ten times the best hours of a month, while fewer than two others around it are like it? */
const isUnusual = (
  rates: ReturnType<typeof ratesOf>,
  longMs: number,
  since: number,
  on: number,
  rise: number,
): boolean => {
  const rate = rateFor(rise, on - since)
  const day = Math.floor(on / dayMs) * dayMs
  const month = rates.filter(({ hour, beforeOn }) => beforeOn >= day - 30 * dayMs && hour < day)
  const hasRises = month.filter((one) => one.rate > 0).length >= 24
  const best = month.map((one) => one.rate).toSorted((a, b) => b - a)[Math.ceil(month.length / 100)] ?? 0
  if (!hasRises || month.reduce((sum, { ms }) => sum + ms, 0) < 7 * dayMs || rate <= 10 * best) return false
  const [first, last] = [Math.floor(since / hourMs) * hourMs, Math.floor(on / hourMs) * hourMs]
  const isNear = (hour: number): boolean =>
    (hour < first && hour >= first - longMs) || (hour > last && hour <= last + longMs)
  return rates.filter((one) => isNear(one.hour) && 10 * one.rate >= rate).length < 2
}

/** Counts one reading after the other, as the rules say it in words; each looks at all that come after it. */
export const ledger = (rows: readonly Row[], edges: readonly number[], meter: LedgerMeter) => {
  const { zero, width, maxPerHour, rolloverAt = Infinity, allOnes, periodMs = 0, hasHistory = false } = meter
  const longMs = Math.max(6 * hourMs, 3 * periodMs)
  const rates = hasHistory ? ratesOf(rows, meter, longMs) : []
  const segments: LedgerSegment[] = edges.slice(1).map(() => ({ amount: null, hours: new Set() }))
  const spoilt = new Set<number>()
  const setAside: [on: number, reason: string][] = []
  /** Good readings, each with the time of the one before; and steps that were not booked. */
  const good: { on: number; value: number; since: number | null }[] = []
  const unbookedSteps: { since: number; on: number }[] = []
  const isPossible = (amount: bigint, ms: number): boolean =>
    maxPerHour === null || amount * BigInt(hourMs) <= big(maxPerHour) * BigInt(Math.max(ms, hourMs))
  const fits = ([on, value]: Row, [thenOn, then]: Row): boolean =>
    then >= value && isPossible(big(then) - big(value), thenOn - on)
  const book = (on: number, amount: bigint): void => {
    const segment = segments[edges.findLastIndex((edge) => edge <= on)]
    if (segment === undefined) return
    segment.amount = (segment.amount ?? 0n) + amount
    segment.hours.add(Math.floor(on / hourMs))
  }
  const isInside = (on: number): boolean => on >= (edges[0] ?? 0) && on < (edges.at(-1) ?? 0)
  let open: string | null = null
  const ignore = ([on]: Row, reason: string): void => {
    if (!isInside(on) || open === reason) return
    setAside.push([on, reason])
    open = reason
  }
  const isInvalid = (value: number): boolean => value === allOnes || value >= rolloverAt
  let high: Row | null = null
  const isMeaningful = ([, value]: Row): boolean => (value !== zero || high?.[1] === zero) && !isInvalid(value)
  /** Total rise of the readings, without those that are no readings. */
  const climbOf = (some: readonly Row[]): number =>
    some.reduce((sum, [, value], at) => sum + Math.max(0, value - (some[at - 1]?.[1] ?? value)), 0)
  const isSpike = (at: number, last: Row, till = Infinity): boolean => {
    const [on, value] = rows[at] as Row
    const later = rows.slice(at + 1).filter((row) => row[0] <= Math.min(on + longMs, till) && isMeaningful(row))
    const above = [rows[at] as Row]
    for (let next = 0; next < later.length; next += 1) {
      const row = later[next] as Row
      if (row[1] >= value) above.push(row)
      if (row[1] >= value || row[1] < last[1]) continue
      const ends = later.findIndex((then, place) => place > next && then[1] >= (above.at(-1) as Row)[1])
      if (ends < 0 || ends - next >= above.length) return row[0] <= on + hourMs || value - last[1] > climbOf(above)
      next = ends - 1
    }
    return false
  }
  const backAt = (at: number, last: Row): number | null => {
    const [on] = rows[at] as Row
    const run = [rows[at] as Row]
    const later = rows.flatMap((row, place) =>
      place > at && row[0] <= on + longMs && isMeaningful(row) ? [{ row, place }] : [],
    )
    for (let next = 0; next < later.length; next += 1) {
      const { row, place } = later[next] as { row: Row; place: number }
      const isNear = row[0] <= on + hourMs || Math.abs(row[1] - (run.at(-1)?.[1] ?? 0)) > climbOf(run)
      if (!isNear || !fits(last, row) || isSpike(place, last, on + longMs)) {
        run.push(row)
        continue
      }
      const ends = later.findIndex((then, when) => when > next && !fits(last, then.row))
      if (ends < 0 || ends - next >= run.length) return place
      next = ends - 1
    }
    return null
  }
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] as Row
    const [on, value] = row
    const later = rows.slice(at + 1).filter((then) => then[0] <= on + longMs && isMeaningful(then))
    if (high === null) {
      if (!isInvalid(value)) {
        high = row
        good.push({ on, value, since: null })
      }
      at += 1
      continue
    }
    const last: Row = high
    const isNatural = value === allOnes && value >= last[1] && value - last[1] <= (width ?? 0) / 100
    const isDrop = value === zero && last[1] > zero && (later[0] === undefined || later[0][1] >= last[1])
    if (value >= rolloverAt || (value === allOnes && !isNatural) || isDrop) {
      ignore(row, value === zero ? 'spike' : 'invalid')
      at += 1
      continue
    }
    if (fits(last, row) && isSpike(at, last)) {
      ignore(row, 'spike')
      at += 1
      continue
    }
    const unbooked = (reason: string): void => {
      if (isInside(on)) setAside.push([on, reason])
      spoilt.add(Math.floor(on / hourMs))
      unbookedSteps.push({ since: last[0], on })
    }
    if (fits(last, row)) {
      let top: Row = [on, value]
      for (const then of later) if (fits([on, top[1]], then)) top = then
      const perHour = ((value - last[1]) * hourMs) / Math.max(on - last[0], hourMs)
      const isLeap = last[1] === zero && maxPerHour === null && top[1] > value
      if (isLeap && perHour * (longMs / hourMs) > 10 * (top[1] - value)) unbooked('jump')
      else if (hasHistory && isUnusual(rates, longMs, last[0], on, value - last[1])) unbooked('unusual')
      else book(on, big(value) - big(last[1]))
    } else {
      const back = backAt(at, last)
      if (back !== null) {
        ignore(row, 'spike')
        at = back
        continue
      }
      const isConfirmed = later.some((then) => fits(row, then))
      const isContradicted = later.some((then) => then[0] <= on + hourMs && then[1] < value)
      if (!isConfirmed || isContradicted) {
        ignore(row, 'spike')
        at += 1
        continue
      }
      const span = rolloverAt < Infinity ? big(rolloverAt) - big(zero) : big(width ?? 0)
      const rolled = big(value) - big(last[1]) + span
      const most = rolloverAt < Infinity ? span / 10n : span / 100n
      const isNear = rolled <= most
      const isRolled =
        rolled >= 0n &&
        (rolloverAt < Infinity
          ? maxPerHour === null
            ? isNear
            : isPossible(rolled, on - last[0])
          : isNear && isPossible(rolled, on - last[0]))
      if (value > last[1]) unbooked('jump')
      else if (isRolled && hasHistory && isUnusual(rates, longMs, last[0], on, small(rolled))) unbooked('unusual')
      else if (isRolled) book(on, rolled)
      else unbooked(value >= zero && (value - zero) * 10 <= last[1] - zero ? 'reset' : 'replacement')
    }
    open = null
    high = row
    good.push({ on, value, since: last[0] })
    at += 1
  }
  for (const { hours } of segments) for (const hour of spoilt) hours.delete(hour)
  return { segments, setAside, good, unbookedSteps }
}
