/** The shortest decimal that names a number, without an exponent: 1e-7 is 0.0000001. */
export const plainNumber = (value: number): string => {
  const text = String(value)
  const at = text.indexOf('e')
  if (at < 0) return text
  const [mantissa, exponent] = [text.slice(0, at), text.slice(at + 1)]
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? []
  const shift = Number(exponent)
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
  return sign + whole + fraction.padEnd(shift, '0')
}
