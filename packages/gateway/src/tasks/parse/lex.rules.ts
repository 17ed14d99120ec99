import type { CompileCode } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import { escaped } from './escape.rules.ts'

/** A text holds bytes, one in each character. A broken token ends its line. */
export type Token =
  | { readonly kind: 'word' | 'number' | 'symbol' | 'text'; readonly text: string }
  | { readonly kind: 'broken'; readonly code: CompileCode }

export interface TokenLine {
  /** From 1. */
  readonly line: number
  readonly tokens: readonly Token[]
}

const pieces =
  /"(?<text>[^"]*)(?<end>"?)|(?<comment>#)|(?<number>\d[\p{L}\p{N}_.]*)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<symbol><=|>=|<>|\S)/gu

/** Tokenizes all lines with statements. `#` begins a comment, except in a text. */
export function lex(lines: readonly string[]): TokenLine[] {
  return lines.map((text, at) => ({ line: at + 1, tokens: tokensOf(text) })).filter(({ tokens }) => tokens.length > 0)
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  if (line.length > limits.lineChars) return [{ kind: 'broken', code: 'ERROR_EXPECTED_EOL' }]
  for (const { groups = {} } of line.matchAll(pieces)) {
    if (groups['comment'] !== undefined) break
    const token = tokenOf(groups)
    tokens.push(token)
    if (token.kind === 'broken') break
  }
  return tokens
}

function tokenOf({ text, end, number, word, symbol }: Record<string, string | undefined>): Token {
  if (text !== undefined) {
    if (end === '') return { kind: 'broken', code: 'ERROR_EXPECTED_DOUBLE_QOUTES' }
    const bytes = escaped(text)
    return 'ok' in bytes ? { kind: 'text', text: bytes.ok } : { kind: 'broken', code: bytes.code }
  }
  if (number !== undefined) return { kind: 'number', text: number }
  if (word !== undefined) return { kind: 'word', text: word }
  return { kind: 'symbol', text: symbol ?? '' }
}
