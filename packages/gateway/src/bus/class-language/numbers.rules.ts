/** A whole number as people write it, within its bounds. */
export function integerIn(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^(\d{1,10}|0x[\da-fA-F]{1,8})$/.test(text)) return undefined
  const value = Number(text)
  return value >= min && value <= max ? value : undefined
}

/** A number to compare with: whole, hexadecimal or decimal, maybe negative. */
export function numberOf(text: string | undefined): number | undefined {
  const isNumber = text !== undefined && /^(-?\d{1,15}(\.\d{1,15})?|0x[\da-fA-F]{1,8})$/.test(text)
  return isNumber ? Number(text) : undefined
}
