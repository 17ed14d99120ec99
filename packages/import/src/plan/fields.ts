import { divide, multiply, parseDecimal, subtract, toText } from '@busbar/modbus/decimal'

/** A number or a duration has no more characters. */
const numberCharsMax = 200

/** A plain decimal of what a file has, `1e-3` and `+5` too; null where it is none. */
export const decimalText = (text: string): string | null => {
  if (text.length > numberCharsMax) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '') return null
  const scale = fraction.length - Number(exponent)
  if (Math.abs(scale) > 60) return null
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`)
  const decimal = scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
  const plain = toText(decimal)
  return parseDecimal(plain) === null ? null : plain
}

/** a x b, exactly. */
export const product = (a: string, b: string): string | null => {
  const [first, second] = [parseDecimal(a), parseDecimal(b)]
  return first && second && validDecimal(toText(multiply(first, second)))
}

/** a - b, exactly. */
export const difference = (a: string, b: string): string | null => {
  const [first, second] = [parseDecimal(a), parseDecimal(b)]
  return first && second && validDecimal(toText(subtract(first, second)))
}

/** a / b where the quotient is a decimal that ends; null otherwise. */
export const quotient = (a: string, b: string): string | null => {
  const [first, second] = [parseDecimal(a), parseDecimal(b)]
  if (!first || !second || second.digits === 0n) return null
  const found = divide(first, second, 40)
  const back = subtract(multiply(found, second), first)
  return back.digits === 0n ? validDecimal(toText(found)) : null
}

const validDecimal = (text: string): string | null => (parseDecimal(text) === null ? null : text)

/** How many decimals a number is written with. */
export const decimalsOf = (text: string): number => Math.min(12, /\.(\d+)$/.exec(text)?.[1]?.length ?? 0)

/** A whole number as people write it: 100, 0x64, 1_000; null where it is none. */
export const parseInteger = (text: string): number | null => {
  const plain = text.trim().replaceAll('_', '')
  if (/^0x[0-9a-f]{1,12}$/i.test(plain)) return Number.parseInt(plain, 16)
  return /^\d{1,12}$/.test(plain) ? Number(plain) : null
}

const unitsMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1000,
  sec: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Milliseconds of `10s`, `1m30s`, `500ms`, `00:01:30`; a bare number is of `unit`. Null where it is none of these. */
export const durationMs = (text: string, unit: 'ms' | 's' = 's'): number | null => {
  if (text.length > numberCharsMax) return null
  const plain = text.trim().toLowerCase()
  if (/^\d+(\.\d+)?$/.test(plain)) return Number(plain) * (unitsMs[unit] ?? 1)
  const [isClock, hours, minutes, seconds = '0'] = /^(\d{1,3}):(\d\d)(?::(\d\d))?$/.exec(plain) ?? []
  if (isClock !== undefined) return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*(ns|us|ms|min|sec|s|m|h|d)(?![a-z])\s*/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== plain) return null
  return parts.reduce((sum, [, amount, name]) => sum + Number(amount) * (unitsMs[name ?? ''] ?? Number.NaN), 0)
}
