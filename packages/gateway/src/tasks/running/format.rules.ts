import { Fault } from './fault.ts'

/** As short as a 32-bit number can be written and read back alike. */
export function shortest32(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)))
    if (Math.fround(Number(text)) === value) return text
  }
  return String(Number(value.toPrecision(9)))
}

/** Significant digits of a 64-bit number: 0.1 + 0.2 prints as 0.3. */
const digitsOf64 = 15

/** Prints the significant digits of the type, or a fixed number of decimals. */
export function numberText(value: number, decimals: number | null, bits: 32 | 64 = 32): string {
  if (Number.isInteger(value)) return integerText(BigInt(value), decimals)
  if (decimals !== null) return value.toFixed(decimals)
  const single = Math.fround(value)
  if (bits === 32 && Number.isFinite(single)) return shortest32(single)
  return String(Number(value.toPrecision(digitsOf64)))
}

/** Every digit. */
export const integerText = (value: bigint, decimals: number | null): string =>
  decimals === null || decimals === 0 ? String(value) : `${value}.${'0'.repeat(decimals)}`

const hexMax = 0xffff_ffff
const hexMin = -0x8000_0000

/** Capital digits; a negative number by its 32 bits. */
export function hexText(value: number, digits: number): string {
  const whole = Math.trunc(value)
  if (whole < hexMin || whole > hexMax) throw new Fault('EXC_OUT_OF_BOUNDS')
  return (whole >>> 0).toString(16).toUpperCase().padStart(digits, '0')
}

/** `14:05:09`. The date's UTC fields are the local ones. */
export const timeText = (local: Date): string => local.toISOString().slice(11, 19)
/** `2026-11-15`. */
export const dateText = (local: Date): string => local.toISOString().slice(0, 10)
