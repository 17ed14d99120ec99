/**
 * An array as PostgreSQL reads it. One text for a whole column costs the client less than escaping each element would. Nulls alone make
 * an empty array: `unnest` fills it up beside longer ones.
 */
export class ArrayText {
  readonly #items: (number | string)[] = []
  #hasValues = false

  /** A number, or a text without quotes, backslashes, braces and commas of its own. */
  add(value: number | string | null): void {
    if (value !== null) this.#hasValues = true
    this.#items.push(value ?? 'null')
  }

  /** Another array. */
  addArray(value: string | null): void {
    this.add(value === null ? null : `"${value}"`)
  }

  /** Any text. */
  addText(value: string | null): void {
    this.add(value === null ? null : `"${value.replaceAll(special, '\\$&')}"`)
  }

  toString(): string {
    return this.#hasValues ? `{${this.#items.join()}}` : '{}'
  }
}

const special = /["\\]/g

/** The same of a list whose items need no quotes. */
export const listText = (list: Iterable<number | string>): string => `{${[...list].join(',')}}`

export { PackedDoubles, PackedInstants, PackedIntegers } from './packed-array.ts'
