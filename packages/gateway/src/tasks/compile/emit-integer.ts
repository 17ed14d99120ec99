import { at } from '@busbar/kit'
import type { NumberNode } from '../bind/bound.ts'
import type { Machine } from '../running/machine.ts'

/** Exact value of an integer expression; undefined with fractions. */
type IntegerEvaluator = (machine: Machine) => bigint | undefined

/**
 * The same calculation without rounding, for texts: two registers of 32 bits make a counter of 64, which a number with a fraction cannot
 * hold. The caller has worked it out with fractions before, which found all that can fail.
 */
export function emitInteger(node: NumberNode): IntegerEvaluator {
  switch (node.op) {
    case 'constant': {
      const integer = node.integer ?? bigintOf(node.value)
      return () => integer
    }
    case 'load': {
      const { item, index } = node
      return ({ memory: { numbers } }) =>
        bigintOf(at(numbers, item.slot + ('at' in index ? index.at : at(numbers, index.by.slot))))
    }
    case 'negate':
      return ofOne(node.of, (value) => -value)
    case 'ABS':
      return ofOne(node.of, (value) => (value < 0n ? -value : value))
    case 'MIN':
      return node.of.map(emitInteger).reduce((left, right) => ofTwo(left, right, (a, b) => (a < b ? a : b)))
    case 'MAX':
      return node.of.map(emitInteger).reduce((left, right) => ofTwo(left, right, (a, b) => (a > b ? a : b)))
    case '+':
      return ofTwo(emitInteger(node.left), emitInteger(node.right), (a, b) => a + b)
    case '-':
      return ofTwo(emitInteger(node.left), emitInteger(node.right), (a, b) => a - b)
    case '*':
      return ofTwo(emitInteger(node.left), emitInteger(node.right), (a, b) => a * b)
    case 'MOD':
      return ofTwo(emitInteger(node.left), emitInteger(node.right), (a, b) => (b === 0n ? undefined : a % b))
    case '/':
      return ofTwo(emitInteger(node.left), emitInteger(node.right), (a, b) =>
        b === 0n || a % b !== 0n ? undefined : a / b,
      )
    case 'SQRT':
    case 'LEN':
    case 'ERR':
    case 'AGE':
    case 'VALUE':
    case 'LAST':
    case 'YEAR':
    case 'MONTH':
    case 'DAY':
    case 'WEEKDAY':
    case 'HOUR':
    case 'MINUTE':
    case 'SECOND':
    case 'DAYSEC':
    case 'SUNRISE':
    case 'SUNSET':
      return () => undefined
  }
}

/** Whether an item with a 32-bit fraction takes part, whose further digits would be invented. */
export function hasF32(node: NumberNode): boolean {
  switch (node.op) {
    case 'load':
      return node.item.type === 'F32'
    case 'negate':
    case 'ABS':
    case 'SQRT':
      return hasF32(node.of)
    case 'MIN':
    case 'MAX':
      return node.of.some(hasF32)
    case '+':
    case '-':
    case '*':
    case '/':
    case 'MOD':
      return hasF32(node.left) || hasF32(node.right)
    case 'VALUE':
    case 'LAST':
      return node.item.type === 'F32' || hasF32(node.fallback)
    case 'constant':
    case 'LEN':
    case 'ERR':
    case 'AGE':
    case 'YEAR':
    case 'MONTH':
    case 'DAY':
    case 'WEEKDAY':
    case 'HOUR':
    case 'MINUTE':
    case 'SECOND':
    case 'DAYSEC':
    case 'SUNRISE':
    case 'SUNSET':
      return false
  }
}

const bigintOf = (value: number): bigint | undefined => (Number.isInteger(value) ? BigInt(value) : undefined)

function ofOne(node: NumberNode, act: (value: bigint) => bigint): IntegerEvaluator {
  const of = emitInteger(node)
  return (machine) => {
    const value = of(machine)
    return value === undefined ? undefined : act(value)
  }
}

const ofTwo =
  (
    left: IntegerEvaluator,
    right: IntegerEvaluator,
    act: (a: bigint, b: bigint) => bigint | undefined,
  ): IntegerEvaluator =>
  (machine) => {
    const a = left(machine)
    const b = a === undefined ? undefined : right(machine)
    return a === undefined || b === undefined ? undefined : act(a, b)
  }
