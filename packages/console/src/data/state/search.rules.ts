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

/** Returns the word if it is allowed. */
export const wordIn = <T extends string>(value: unknown, words: readonly T[]): T | undefined =>
  words.find((word) => word === value)

/** Stands for whatever origin the console has: an address that leads elsewhere does not keep it. */
const anywhere = 'http://console.invalid'

/**
 * A place in this console that an address names, or null. Browsers read `\` as `/` and leave out tabs and line ends: `/\t/elsewhere` would
 * be another site.
 */
export const ownPath = (path: unknown): string | null => {
  if (typeof path !== 'string' || !/^\/[^\\\p{Cc}]*$/u.test(path)) return null
  const url = URL.parse(path, anywhere)
  if (url === null || url.origin !== anywhere || url.pathname.startsWith('//')) return null
  // The door leads nowhere but in.
  return url.pathname === '/sign-in' ? null : url.pathname + url.search + url.hash
}
