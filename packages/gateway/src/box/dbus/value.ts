/** A value that brings its own type along. */
export interface Variant {
  readonly signature: string
  readonly value: Value
}

/**
 * Values as they are here: `x` and `t` are bigint, `ay` is bytes, structures are arrays, arrays of entries are maps; every other
 * number is a number, every other array an array.
 */
export type Value =
  | number
  | bigint
  | boolean
  | string
  | Uint8Array
  | Variant
  | readonly Value[]
  | ReadonlyMap<number | bigint | boolean | string, Value>

export const variant = (signature: string, value: Value): Variant => ({ signature, value })

export const isVariant = (value: unknown): value is Variant =>
  typeof value === 'object' && value !== null && 'signature' in value && 'value' in value

/** Returns a text, or an empty one for any other value. */
export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

/** Properties of an object by their names, without the variants around them. */
export type Properties = ReadonlyMap<string, Value>

/** Returns the properties of an `a{sv}` dictionary without their variants. */
export const plainProperties = (variants: unknown): Properties => {
  if (!(variants instanceof Map)) return new Map()
  return new Map(Array.from(variants as ReadonlyMap<string, Variant>, ([name, { value }]) => [name, value]))
}
