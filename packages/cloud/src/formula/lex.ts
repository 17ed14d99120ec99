import { type Decimal, parseDecimal } from '@busbar/modbus/decimal'

/** Identifiers of formula errors. */
export const formulaMistakes = [
  'too-long',
  'number-too-long',
  'bad-parameter',
  'unknown-character',
  'too-many-parameters',
  'goes-on',
  'ends-early',
  'operand-missing',
  'not-closed',
  'too-deep',
] as const
export type FormulaMistake = (typeof formulaMistakes)[number]

/** An error in a formula, with the index of its character. */
export interface FormulaError {
  error: string
  mistake: FormulaMistake
  at: number
}

export type Token =
  | { kind: 'number'; value: Decimal; at: number }
  | { kind: 'param'; id: number; at: number }
  | { kind: '+' | '-' | '*' | '/' | 'mod' | '^' | '(' | ')' | 'end'; at: number }

export const charsMax = 1000
/** No double has more digits; longer numbers are mistakes. */
const numberCharsMax = 40

const space = /[ \t\r\n]+/y
const number = /\d+(?:\.\d+)?/y
const param = /#([1-9]\d{0,15})(?!\d)/y
const sign = /mod(?![A-Za-z0-9_])|[-+*/^()]/y

/** The words of a formula, with `end` after the last. */
export const lex = (text: string): Token[] | FormulaError => {
  if (text.length > charsMax)
    return { error: `has more than ${charsMax} characters`, mistake: 'too-long', at: charsMax }
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const skipped = matchAt(space, text, at)
    if (skipped !== null) {
      at += skipped.length
      continue
    }
    const found = tokenAt(text, at)
    if ('error' in found) return found
    tokens.push(found.token)
    at += found.length
  }
  tokens.push({ kind: 'end', at: text.length })
  return tokens
}

const tokenAt = (text: string, at: number): { token: Token; length: number } | FormulaError => {
  const digits = matchAt(number, text, at)
  if (digits !== null) {
    const value = digits.length > numberCharsMax ? null : parseDecimal(digits)
    if (value === null) return { error: 'has a number with too many digits', mistake: 'number-too-long', at }
    return { token: { kind: 'number', value, at }, length: digits.length }
  }
  const named = matchAt(param, text, at)
  if (named !== null) {
    const id = Number(named.slice(1))
    if (!Number.isSafeInteger(id)) return { error: 'names a parameter that cannot be', mistake: 'bad-parameter', at }
    return { token: { kind: 'param', id, at }, length: named.length }
  }
  const word = matchAt(sign, text, at)
  if (word === null) {
    return { error: 'has something that is no number, no #parameter and no sign', mistake: 'unknown-character', at }
  }
  return { token: { kind: word as '+', at }, length: word.length }
}

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
