import { type Decimal, decimalOf, toNumber, toText } from '@busbar/modbus/decimal'

/** As JSON has it; what is beyond a double is not known. */
export const figureOf = (value: Decimal | null): number | null => {
  const number = value === null ? Number.NaN : toNumber(value)
  return Number.isFinite(number) ? number : null
}

/** All digits of a figure, under a name of their own, where the number beside it does not hold them. */
export const figureText = <Name extends string>(name: Name, value: Decimal | null): { [name in Name]?: string } => {
  const number = figureOf(value)
  if (value === null || number === null) return {}
  const text = toText(value)
  // The energy of power has no end of decimals: what counts is before the point.
  const whole = { digits: value.digits / 10n ** BigInt(value.scale), scale: 0 }
  const isExact = toText(decimalOf(number)) === text || Number.isSafeInteger(toNumber(whole))
  return (isExact ? {} : { [name]: text }) as { [name in Name]?: string }
}
