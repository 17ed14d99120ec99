import { CompileError } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import {
  type Arithmetic,
  type Comparison,
  calendarFunctions,
  comparisons,
  type Expression,
  type Index,
  type Ref,
} from '../parse/syntax.ts'
import type { BoundIndex, ConditionNode, Item, NumberNode, TextNode } from './bound.ts'
import type { Scope } from './scope.ts'

const decimalsMax = 6
const hexDigitsMax = 8

/** Resolves the names and types of a statement's expressions and counts their cost. */
export class ExpressionBinder {
  readonly #scope: Scope
  readonly #nextRise: () => number
  readonly #nextTimer: () => number
  #mayBeIndirect: boolean
  #parts = 0

  constructor(
    scope: Scope,
    options: {
      readonly mayBeIndirect: boolean
      readonly nextRise: () => number
      readonly nextTimer: () => number
    },
  ) {
    this.#scope = scope
    this.#mayBeIndirect = options.mayBeIndirect
    this.#nextRise = options.nextRise
    this.#nextTimer = options.nextTimer
  }

  get parts(): number {
    return this.#parts
  }

  number(expression: Expression): NumberNode {
    this.#count()
    switch (expression.kind) {
      case 'number': {
        const { value, integer } = expression
        return integer === undefined ? { op: 'constant', value } : { op: 'constant', value, integer }
      }
      case 'ref':
        return this.#load(expression)
      case 'unary':
        if (expression.op === '-') return { op: 'negate', of: this.number(expression.of) }
        break
      case 'binary':
        if (isArithmetic(expression.op)) {
          return { op: expression.op, left: this.number(expression.left), right: this.number(expression.right) }
        }
        break
      case 'call':
        return this.#numberCall(expression)
      case 'text':
        break
    }
    throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  }

  condition(expression: Expression): ConditionNode {
    this.#count()
    if (expression.kind === 'ref') return this.#conditionRef(expression)
    if (expression.kind === 'unary' && expression.op === 'NOT') return { op: 'NOT', of: this.condition(expression.of) }
    if (expression.kind === 'call') return this.#conditionCall(expression)
    if (expression.kind !== 'binary') throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    const { op, left, right } = expression
    if (op === 'AND' || op === 'OR') return { op, left: this.condition(left), right: this.condition(right) }
    if (!isComparison(op)) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    if (this.isText(left)) return { op: 'compareTexts', test: op, left: this.text(left), right: this.text(right) }
    return { op: 'compare', test: op, left: this.number(left), right: this.number(right) }
  }

  text(expression: Expression): TextNode {
    this.#count()
    if (expression.kind === 'text') return { op: 'text', text: expression.text }
    if (expression.kind === 'binary' && expression.op === '&') {
      return { op: '&', left: this.text(expression.left), right: this.text(expression.right) }
    }
    if (expression.kind === 'ref') {
      const item = this.item(expression)
      if (item.type !== 'STR') throw new CompileError('ERROR_UNEXPECTED_VARIABLE_REF')
      this.#checkReadable(item)
      if (expression.index !== undefined) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
      return { op: 'loadText', item }
    }
    if (expression.kind === 'call') return this.#textCall(expression)
    throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  }

  /** True if an expression is a text: names of texts, literals, and operators that create texts. */
  isText(expression: Expression): boolean {
    switch (expression.kind) {
      case 'text':
        return true
      case 'ref': {
        const found = this.#scope.find(expression.name)
        return found?.kind === 'item' && found.item.type === 'STR'
      }
      case 'binary':
        return expression.op === '&'
      case 'call':
        return ['STR', 'HEX', 'TIME', 'DATE'].includes(expression.fn)
      case 'number':
      case 'unary':
        return false
    }
  }

  /** Is it a condition by its form? A bit is not: it is a number too. */
  isCondition(expression: Expression): boolean {
    if (expression.kind === 'ref') return this.#scope.find(expression.name)?.kind === 'condition'
    if (expression.kind === 'unary') return expression.op === 'NOT'
    if (expression.kind === 'call') return conditionFunctions.has(expression.fn)
    return expression.kind === 'binary' && !isArithmetic(expression.op) && expression.op !== '&'
  }

  /** The item of a name. */
  item({ name }: { readonly name: string }): Item {
    const found = this.#scope.find(name)
    if (found?.kind === 'condition') throw new CompileError('ERROR_UNEXPECTED_CONDITION_REF')
    if (found?.kind !== 'item') throw new CompileError('ERROR_ITEM_UNDECLARED')
    return found.item
  }

  /** Arrays require an index, other items have none. Only PUT may use an index that is unknown before the run. */
  index({ length }: Item, index: Index | undefined): BoundIndex {
    if (length === null || index === undefined) {
      if (length !== null || index !== undefined) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
      return { at: 0 }
    }
    if ('at' in index) {
      if (index.at >= length) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
      return index
    }
    if (!this.#mayBeIndirect) throw new CompileError('ERROR_ARRAY_INDIRECT_INDEX_NOT_ALLOWED_HERE')
    const by = this.item(index)
    this.#checkReadable(by)
    if (by.length !== null) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
    if (by.type !== 'U8' && by.type !== 'U16') throw new CompileError('ERROR_INDEX_BITSIZE_UNSUPPORTED')
    return { by }
  }

  #load(ref: Ref): NumberNode {
    const item = this.item(ref)
    if (item.type === 'STR') throw new CompileError('ERROR_UNEXPECTED_VARIABLE_REF')
    this.#checkReadable(item)
    return { op: 'load', item, index: this.index(item, ref.index) }
  }

  /** A named condition is evaluated at each use: each use of its RISE detects edges separately. */
  #conditionRef(ref: Ref): ConditionNode {
    const found = this.#scope.find(ref.name)
    if (found?.kind !== 'condition') {
      if (this.item(ref).type !== 'BIT') throw new CompileError('ERROR_UNEXPECTED_VARIABLE_REF')
      return { op: 'isSet', of: this.#load(ref) }
    }
    if (ref.index !== undefined) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
    const was = this.#mayBeIndirect
    this.#mayBeIndirect = false
    const node = this.condition(found.condition)
    this.#mayBeIndirect = was
    return node
  }

  #conditionCall({ fn, args }: Extract<Expression, { kind: 'call' }>): ConditionNode {
    if (fn === 'RISE' || fn === 'FALL') {
      return { op: fn, of: this.condition(only(args)), state: this.#nextRise() }
    }
    if (fn === 'TON' || fn === 'TOF') {
      const [of, seconds] = args
      return {
        op: fn,
        of: this.condition(required(of)),
        seconds: this.number(required(seconds)),
        state: this.#nextTimer(),
      }
    }
    if (fn === 'OK') return { op: 'OK', item: this.#read(only(args)) }
    throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  }

  #numberCall({ fn, args }: Extract<Expression, { kind: 'call' }>): NumberNode {
    if (fn === 'MIN' || fn === 'MAX') return { op: fn, of: args.map((arg) => this.number(arg)) }
    if (fn === 'ABS' || fn === 'SQRT') return { op: fn, of: this.number(only(args)) }
    if (fn === 'LEN') return { op: 'LEN', of: this.text(only(args)) }
    if (fn === 'ERR') return { op: 'ERR', item: this.#onBus(only(args)) }
    if (fn === 'AGE') return { op: 'AGE', item: this.#read(only(args)) }
    if (fn === 'VALUE' || fn === 'LAST') return this.#withFallback(fn, args)
    const calendar = calendarFunctions.find((one) => one === fn)
    if (calendar !== undefined) return { op: calendar }
    throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  }

  #textCall({ fn, args }: Extract<Expression, { kind: 'call' }>): TextNode {
    if (fn === 'TIME' || fn === 'DATE') return { op: fn }
    const [of, size] = args
    if (of === undefined || (fn !== 'STR' && fn !== 'HEX')) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    if (fn === 'HEX') return { op: fn, of: this.number(of), digits: constantIn(size, 1, hexDigitsMax) ?? 1 }
    return { op: fn, of: this.number(of), decimals: constantIn(size, 0, decimalsMax) }
  }

  /** `VALUE(temp, 20)`, `LAST(temp, 60, 20)`. */
  #withFallback(fn: 'VALUE' | 'LAST', [of, ...rest]: readonly Expression[]): NumberNode {
    if (of?.kind !== 'ref') throw new CompileError('ERROR_ITEM_REF')
    const item = this.item(of)
    if (item.type === 'STR') throw new CompileError('ERROR_UNEXPECTED_VARIABLE_REF')
    if (item.mapping === undefined) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    this.#checkReadable(item)
    const index = this.index(item, of.index)
    const fallback = this.number(required(rest.at(-1)))
    if (fn === 'VALUE') return { op: fn, item, index, fallback }
    return { op: fn, item, index, maxSec: this.number(required(rest[0])), fallback }
  }

  #read(expression: Expression): Item {
    const item = this.#onBus(expression)
    this.#checkReadable(item)
    return item
  }

  /** An item that is read or written, named as a whole. */
  #onBus(expression: Expression): Item {
    if (expression.kind !== 'ref') throw new CompileError('ERROR_ITEM_REF')
    const item = this.item(expression)
    if (expression.index !== undefined) throw new CompileError('ERROR_ILLEGAL_ARRAY_INDEX')
    if (item.mapping === undefined) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
    return item
  }

  /** Unit 0 is broadcast and cannot be read. */
  #checkReadable({ mapping }: Item): void {
    if (mapping?.unit === 0) throw new CompileError('ERROR_UID_BROADCAST')
  }

  /** Conditions that name conditions grow with every name: counted, they have an end. */
  #count(): void {
    this.#parts += 1
    if (this.#parts > limits.expressionParts) throw new CompileError('ERROR_OUT_OF_MEMORY')
  }
}

const isArithmetic = (op: string): op is Arithmetic => ['+', '-', '*', '/', 'MOD'].includes(op)
const isComparison = (op: string): op is Comparison => comparisons.some((one) => one === op)

const conditionFunctions = new Set<string>(['RISE', 'FALL', 'TON', 'TOF', 'OK'])

const only = ([arg]: readonly Expression[]): Expression => required(arg)

function required(arg: Expression | undefined): Expression {
  if (arg === undefined) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  return arg
}

/** How a number is written is fixed before the run. */
function constantIn(expression: Expression | undefined, min: number, max: number): number | null {
  if (expression === undefined) return null
  const isFit =
    expression.kind === 'number' &&
    Number.isInteger(expression.value) &&
    expression.value >= min &&
    expression.value <= max
  if (!isFit) throw new CompileError('ERROR_ILLEGAL_ARGUMENT')
  return expression.value
}
