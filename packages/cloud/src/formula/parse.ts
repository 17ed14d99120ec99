import type { Decimal } from '@busbar/modbus/decimal'
import { type FormulaError, type FormulaMistake, lex, type Token } from './lex.ts'

export type Operator = '+' | '-' | '*' | '/' | 'mod' | '^'

/** A formula as a tree. */
export type Formula =
  | { kind: 'number'; value: Decimal }
  | { kind: 'param'; id: number }
  | { kind: 'minus'; of: Formula }
  | { kind: Operator; left: Formula; right: Formula }

const depthMax = 64
const paramsMax = 100

/**
 * Reads a formula: numbers, `#12` for a parameter, `+ - * / mod ^` and parentheses. As in mathematics `^` binds closest and from the
 * right, then a minus before something, then `* / mod`, then `+ -`, both from the left: `-2^2` is -4, and `2^3^2` is 512.
 */
export const parseFormula = (text: string): Formula | FormulaError => {
  const tokens = lex(text)
  if ('error' in tokens) return tokens
  try {
    const formula = new FormulaParser(tokens).parse()
    const ids = paramsOf(formula)
    if (ids.length <= paramsMax) return formula
    return { error: `names more than ${paramsMax} parameters`, mistake: 'too-many-parameters', at: 0 }
  } catch (error) {
    if (error instanceof SyntaxProblem) return { error: error.message, mistake: error.mistake, at: error.at }
    throw error
  }
}

/** The parameters that a formula names, each once. */
export const paramsOf = (formula: Formula): number[] => {
  const ids = new Set<number>()
  const rest = [formula]
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (one.kind === 'param') ids.add(one.id)
    else if (one.kind === 'minus') rest.push(one.of)
    else if (one.kind !== 'number') rest.push(one.left, one.right)
  }
  return [...ids]
}

class SyntaxProblem extends Error {
  readonly mistake: FormulaMistake
  readonly at: number

  constructor(mistake: FormulaMistake, message: string, at: number) {
    super(message)
    this.mistake = mistake
    this.at = at
  }
}

class FormulaParser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): Formula {
    const formula = this.#sum()
    if (this.#next.kind !== 'end') throw new SyntaxProblem('goes-on', 'goes on where it should end', this.#next.at)
    return formula
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', at: 0 }
  }

  #sum(): Formula {
    return this.#row(['+', '-'], () => this.#product())
  }

  #product(): Formula {
    return this.#row(['*', '/', 'mod'], () => this.#signed())
  }

  /** Operands with signs of one rank between them, from the left. */
  #row(signs: readonly Operator[], operand: () => Formula): Formula {
    let left = operand()
    for (;;) {
      const sign = signs.find((one) => one === this.#next.kind)
      if (sign === undefined) return left
      this.#at += 1
      left = { kind: sign, left, right: operand() }
    }
  }

  #signed(): Formula {
    if (this.#next.kind !== '-') return this.#power()
    this.#at += 1
    return { kind: 'minus', of: this.#deeper(() => this.#signed()) }
  }

  #power(): Formula {
    const left = this.#operand()
    if (this.#next.kind !== '^') return left
    this.#at += 1
    return { kind: '^', left, right: this.#deeper(() => this.#signed()) }
  }

  #operand(): Formula {
    const token = this.#next
    if (token.kind === 'end') {
      throw new SyntaxProblem('ends-early', 'ends where a number or a #parameter is missing', token.at)
    }
    this.#at += 1
    if (token.kind === 'number') return { kind: 'number', value: token.value }
    if (token.kind === 'param') return { kind: 'param', id: token.id }
    if (token.kind !== '(') {
      const says = `has ${token.kind} where a number or a #parameter is missing`
      throw new SyntaxProblem('operand-missing', says, token.at)
    }
    const inside = this.#deeper(() => this.#sum())
    if (this.#next.kind !== ')') throw new SyntaxProblem('not-closed', 'has a ( that is not closed', token.at)
    this.#at += 1
    return inside
  }

  #deeper(read: () => Formula): Formula {
    if (this.#depth >= depthMax) throw new SyntaxProblem('too-deep', `is nested deeper than ${depthMax}`, this.#next.at)
    this.#depth += 1
    const formula = read()
    this.#depth -= 1
    return formula
  }
}
