/** Fields of a parameter that decide how many decimals its values have. */
export interface Resolution {
  precision?: number | undefined
  valueType: string
  multiplier?: string | number | undefined
  shift?: string | number | undefined
}

export interface Decimals {
  min: number
  max: number
}

/** Significant digits that a float of this type stores reliably. */
const digitsOf: Readonly<Record<string, number>> = { f32: 7, f64: 10 }
const decimalsMax = 6

const decimalsIn = (text: string | number | undefined): number =>
  /\.(\d*?)0*$/.exec(String(text ?? ''))?.[1]?.length ?? 0
const wholeDigits = (value: number): number => Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1)

/**
 * Returns the decimals of a value: the precision of its parameter, or else the resolution that follows from its multiplier and shift, or the digits
 * that a float stores reliably. Digits before the point are never cut.
 */
export const decimalsOf = ({ precision, valueType, multiplier, shift }: Resolution, value: number): Decimals => {
  if (precision !== undefined) return { min: precision, max: precision }
  const digits = digitsOf[valueType]
  if (digits !== undefined) return { min: 0, max: Math.min(decimalsMax, Math.max(0, digits - wholeDigits(value))) }
  const decimals = Math.min(decimalsMax, Math.max(decimalsIn(multiplier), decimalsIn(shift)))
  return { min: decimals, max: decimals }
}
