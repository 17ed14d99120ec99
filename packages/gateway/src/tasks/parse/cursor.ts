import { type CompileCode, CompileError } from '../compile/compile-error.ts'
import type { Token } from './lex.rules.ts'
import { numberOf, type Version } from './words.rules.ts'

/** Tokens of a line with a read position. */
export class Cursor {
  readonly version: Version
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[], version: Version) {
    this.#tokens = tokens
    this.version = version
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead]
  }

  /** Consumes the token if it is this word or symbol. */
  takes(text: string): boolean {
    if (!this.isNext(text)) return false
    this.#at += 1
    return true
  }

  isNext(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return (token?.kind === 'word' || token?.kind === 'symbol') && token.text === text
  }

  need(text: string, otherwise: CompileCode): void {
    if (!this.takes(text)) throw new CompileError(otherwise)
  }

  /** The text of a token of that kind. */
  text(kind: 'word' | 'number' | 'text', otherwise: CompileCode): string {
    const token = this.peek()
    if (token?.kind !== kind) throw new CompileError(otherwise)
    this.#at += 1
    return token.text
  }

  /** A whole number without a sign. */
  integer(min: number, max: number, otherwise: CompileCode): number {
    const value = numberOf(this.text('number', otherwise))
    if (!Number.isInteger(value) || value < min || value > max) throw new CompileError(otherwise)
    return value
  }

  end(): void {
    if (!this.isAtEnd) throw new CompileError('ERROR_EXPECTED_EOL')
  }
}
