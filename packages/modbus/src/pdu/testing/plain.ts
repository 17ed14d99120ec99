/** Converts a decoded message to plain values, with arrays for words and bits; other bytes stay as they are. */
export const plain = (value: unknown, key = ''): unknown => {
  if (value instanceof Uint16Array || (value instanceof Uint8Array && key === 'bits')) return Array.from(value)
  if (Array.isArray(value)) return value.map((one) => plain(one))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, name)]))
}
