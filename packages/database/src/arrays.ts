/**
 * Text form of a PostgreSQL array. A single text for a whole column costs the client less than escaping each element.
 * An array of nulls is written as empty: `unnest` pads it beside longer ones.
 */
export class ArrayText {
  readonly #items: (number | string)[] = []
  #hasValues = false

  /** Adds a number, or a text without quotes, backslashes, braces and commas. */
  add(value: number | string | null): void {
    if (value !== null) this.#hasValues = true
    this.#items.push(value ?? 'null')
  }

  /** Adds a nested array. */
  addArray(value: string | null): void {
    this.add(value === null ? null : `"${value}"`)
  }

  /** Adds any text. */
  addText(value: string | null): void {
    this.add(value === null ? null : `"${value.replaceAll(special, '\\$&')}"`)
  }

  toString(): string {
    return this.#hasValues ? `{${this.#items.join()}}` : '{}'
  }
}

const special = /["\\]/g

/** Text form of a list whose items need no quotes. */
export const listText = (list: Iterable<number | string>): string => `{${[...list].join(',')}}`

export { PackedDoubles, PackedInstants, PackedIntegers } from './packed-array.ts'
