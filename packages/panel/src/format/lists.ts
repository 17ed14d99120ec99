/** The last first. A phone of 2021 has no `toReversed`. */
export const reversed = <T>(list: readonly T[]): T[] => list.map((_, at) => list[list.length - 1 - at] as T)

/** The text that comes last in the order of texts; nothing where there is none. */
export const lastOf = (texts: readonly string[]): string | undefined =>
  texts.reduce<string | undefined>((last, text) => (last === undefined || text > last ? text : last), undefined)
