const isId = (key: string): boolean => /^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(key)

/** Returns the structure of a reply without its values: two of one shape differ in values only. */
export const shapeOf = (value: unknown): unknown => {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (Array.isArray(value)) {
    const shapes = value.map((one) => JSON.stringify(shapeOf(one)))
    return [...new Set(shapes)].toSorted().map((one) => JSON.parse(one) as unknown)
  }
  const fields = Object.entries(value).map(([key, one]) => [isId(key) ? '*' : key, shapeOf(one)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
