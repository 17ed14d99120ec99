/** Something that is found by typed words. */
export interface Searchable {
  /** Names from the outermost object that contains it to its own. */
  path: readonly string[]
  /** Short name, such as the symbol of a parameter. */
  label?: string | undefined
  /** All words by which it is found, in lower case. */
  words: string
}

/** A word of a path or label. */
interface Token {
  text: string
  /** Belongs to the object itself, not to what contains it. */
  isOwn: boolean
}

const points = { whole: 6, beginning: 4, inside: 1, own: 5, adjacent: 3, inOrder: 1, label: 1 } as const

const typedWords = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[\s,·]+/)
    .filter((word) => word !== '')

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const tokensOf = ({ path, label = '' }: Searchable): Token[] => {
  const names = path.flatMap((name, i) => wordsIn(name).map((text) => ({ text, isOwn: i === path.length - 1 })))
  const parts = wordsIn(label)
  const labels = parts.length > 1 ? [label.toLowerCase(), ...parts] : parts
  return [...names, ...labels.map((text) => ({ text, isOwn: true }))]
}

/** Zero where the word is not in the token. */
const pointsOf = (word: string, { text, isOwn }: Token): number => {
  const found =
    text === word ? points.whole : text.startsWith(word) ? points.beginning : text.includes(word) ? points.inside : 0
  return found === 0 ? 0 : found + (isOwn ? points.own : 0)
}

/** The best way to find each word in a token: whole words, words of the object itself, and words that follow each other as in the path count more. */
const scoreOf = (one: Searchable, tokens: readonly Token[], words: readonly string[]): number => {
  let best = 0
  /** The best sum so far with the previous word in each token; null where it is not in it. */
  let sums: (number | null)[] = []
  for (const word of words) {
    const next = tokens.map((token, at) => {
      const own = pointsOf(word, token)
      if (own === 0) return null
      // The previous word may be in no token: it is found in what the path does not have.
      let before = best
      for (const [from, sum] of sums.entries()) {
        if (sum === null) continue
        const bonus = from === at - 1 ? points.adjacent : from < at ? points.inOrder : 0
        before = Math.max(before, sum + bonus)
      }
      return before + own
    })
    best = Math.max(best, ...next.map((sum) => sum ?? 0))
    sums = next
  }
  const label = one.label?.toLowerCase() ?? ''
  const inLabel = label === '' ? 0 : words.filter((word) => label.startsWith(word)).length
  return best + inLabel * points.label
}

/**
 * Returns the entries that contain every typed word, best match first. Of equal matches the one with fewer words comes
 * first.
 */
export const matching = <T extends Searchable>(all: readonly T[], typed: string): T[] => {
  const words = typedWords(typed)
  if (words.length === 0) return [...all]
  return all
    .filter((one) => words.every((word) => one.words.includes(word)))
    .map((one) => {
      const tokens = tokensOf(one)
      return { one, score: scoreOf(one, tokens, words), ownWords: tokens.filter(({ isOwn }) => isOwn).length }
    })
    .toSorted((a, b) => b.score - a.score || a.ownWords - b.ownWords)
    .map(({ one }) => one)
}
