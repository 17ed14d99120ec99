/** A word, a text in quotes, or quotes that are not closed. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'broken' }

export interface TokenLine {
  /** From 1. */
  readonly line: number
  readonly tokens: readonly Token[]
}

const pieces = /"(?<text>[^"]*)"|(?<broken>")|(?<comment>#)|(?<word>[^\s"#]+)/g

/** Tokenizes all lines with statements. `#` begins a comment, except in a text. */
export function lex(lines: readonly string[]): TokenLine[] {
  return lines.map((text, at) => ({ line: at + 1, tokens: tokensOf(text) })).filter(({ tokens }) => tokens.length > 0)
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  for (const { groups = {} } of line.matchAll(pieces)) {
    if (groups['comment'] !== undefined) break
    if (groups['broken'] !== undefined) return [...tokens, { kind: 'broken' }]
    if (groups['text'] !== undefined) tokens.push({ kind: 'text', text: groups['text'] })
    else tokens.push({ kind: 'word', text: groups['word'] ?? '' })
  }
  return tokens
}
