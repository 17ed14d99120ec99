/** What decides how many decimals a value has, as parameters have it. */
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

/** Digits that a float of this size is sure to hold. */
const digitsOf: Readonly<Record<string, number>> = { f32: 7, f64: 10 }
const decimalsMax = 6

const decimalsIn = (text: string | number | undefined): number =>
  /\.(\d*?)0*$/.exec(String(text ?? ''))?.[1]?.length ?? 0
const wholeDigits = (value: number): number => Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1)

/**
 * The decimals of a value: those that its parameter says; else those that the meter can tell, by its multiplier, or of a float by the digits
 * that it is sure to hold. Digits before the point are never cut.
 */
export const decimalsOf = ({ precision, valueType, multiplier, shift }: Resolution, value: number): Decimals => {
  if (precision !== undefined) return { min: precision, max: precision }
  const digits = digitsOf[valueType]
  if (digits !== undefined) return { min: 0, max: Math.min(decimalsMax, Math.max(0, digits - wholeDigits(value))) }
  const decimals = Math.min(decimalsMax, Math.max(decimalsIn(multiplier), decimalsIn(shift)))
  return { min: decimals, max: decimals }
}
