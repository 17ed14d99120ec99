type Search = Readonly<Record<string, unknown>>

/** More is no search that a person typed. */
const charsMax = 200

/** The texts of an address under these names; what is none is left out. The router reads a number where a text looks like one. */
export const textsIn = <N extends string>(search: Search, names: readonly N[]): Partial<Record<N, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      const text = typeof value === 'number' ? String(value) : value
      return typeof text === 'string' && text !== '' && text.length <= charsMax ? [[name, text]] : []
    }),
  ) as Partial<Record<N, string>>

/** One of these words, or nothing. */
export const wordIn = <T extends string>(value: unknown, words: readonly T[]): T | undefined =>
  words.find((word) => word === value)
