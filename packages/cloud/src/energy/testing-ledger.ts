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
  width: number | null
  zero: number
  maxPerHour: number | null
}

interface LedgerSegment {
  amount: bigint | null
  /** Hours that have a reading which follows another, by their beginnings. */
  hours: Set<number>
}

const hourMs = 3_600_000
/** Counts one reading after the other, as the rules say it in words. */
export const ledger = (rows: readonly Row[], edges: readonly number[], meter: LedgerMeter) => {
  const segments: LedgerSegment[] = edges.slice(1).map(() => ({ amount: null, hours: new Set() }))
  const setAside: [on: number, reason: string][] = []
  const isPossible = (amount: bigint, ms: number): boolean =>
    meter.maxPerHour === null || amount * BigInt(hourMs) <= big(meter.maxPerHour) * BigInt(Math.max(ms, hourMs))
  const book = (on: number, amount: bigint): void => {
    const at = edges.findLastIndex((edge) => edge <= on)
    const segment = segments[at]
    if (segment === undefined) return
    segment.amount = (segment.amount ?? 0n) + amount
    segment.hours.add(Math.floor(on / hourMs))
  }
  const isInside = (on: number): boolean => on >= (edges[0] ?? 0) && on < (edges.at(-1) ?? 0)
  const aside = (on: number, reason: string): void => void (isInside(on) && setAside.push([on, reason]))
  let rest = rows.slice(1)
  let [[highOn, high]] = rows.length === 0 ? [[0, 0] as Row] : [rows[0] as Row]
  for (let [next] = rest; next !== undefined; [next] = rest) {
    const [on, value] = next
    const follows = ([thenOn, then]: Row): boolean => then >= high && isPossible(big(then) - big(high), thenOn - highOn)
    const back = rest.findIndex((row) => row[0] <= on + hourMs && follows(row))
    if (back >= 0) {
      for (const [wrongOn, wrong] of rest.slice(0, back)) if (wrong > high) aside(wrongOn, 'jump')
      const [backOn, backValue] = rest[back] as Row
      book(backOn, big(backValue) - big(high))
      high = backValue
      highOn = backOn
      rest = rest.slice(back + 1)
      continue
    }
    const known = meter.maxPerHour !== null
    const zero = big(meter.zero)
    const rolled = meter.width === null ? -1n : big(value) - big(high) + big(meter.width)
    const isRolled = rolled >= 0n && (known ? isPossible(rolled, on - highOn) : rolled * 10n <= big(meter.width ?? 0))
    const since = big(value) - zero
    const isReset = since >= 0n && (known ? isPossible(since, on - highOn) : since * 10n <= big(high) - zero)
    if (value > high) aside(on, 'jump')
    else if (isRolled) book(on, rolled)
    else if (isReset) book(on, since)
    else aside(on, 'replacement')
    high = value
    highOn = on
    rest = rest.slice(1)
  }
  return { segments, setAside }
}
