import { at, missingElement } from '@busbar/kit'
import type { BoundIndex, ConditionNode, Item, NumberNode, TextNode } from '../bind/bound.ts'
import { limits } from '../limits.ts'
import { codeOf, Fault } from '../running/fault.ts'
import { dateText, hexText, integerText, numberText, timeText } from '../running/format.rules.ts'
import type { Machine } from '../running/machine.ts'
import type { Memory } from '../running/memory.ts'
import { emitInteger, hasF32 } from './emit-integer.ts'
import {
  type ConditionEvaluator,
  calendar,
  emitArithmetic,
  emitCompare,
  emitTimer,
  finite,
  type NumberEvaluator,
  type TextEvaluator,
} from './emit-operators.ts'

const numberIn = ({ numbers }: Memory, slot: number): number => numbers[slot] ?? missingElement(numbers, slot)

const readErrorOf = ({ readErrors }: Memory, id: number): number => readErrors[id] ?? missingElement(readErrors, id)

export function emitNumber(node: NumberNode): NumberEvaluator {
  switch (node.op) {
    case 'constant': {
      const { value } = node
      return () => value
    }
    case 'load': {
      const slot = emitSlot(node.item, node.index)
      if (typeof slot !== 'number') return (machine) => numberIn(machine.memory, slot(machine))
      return ({ memory }) => numberIn(memory, slot)
    }
    case 'ERR': {
      const { id } = node.item
      return ({ memory }) => memory.writeErrors[id] || readErrorOf(memory, id)
    }
    case 'AGE': {
      const { id } = node.item
      return ({ memory, nowMs }) => Math.max(0, (nowMs - at(memory.readOnMs, id)) / 1000)
    }
    case 'VALUE': {
      const value = emitRead(node.item, node.index)
      const fallback = emitNumber(node.fallback)
      const { id } = node.item
      return (machine) => {
        const otherwise = fallback(machine)
        if (readErrorOf(machine.memory, id) !== 0) return otherwise
        const read = value(machine)
        return Number.isNaN(read) ? otherwise : read
      }
    }
    case 'LAST': {
      const value = emitRead(node.item, node.index)
      const [maxSec, fallback] = [emitNumber(node.maxSec), emitNumber(node.fallback)]
      const { id } = node.item
      return (machine) => {
        const [seconds, otherwise] = [maxSec(machine), fallback(machine)]
        const { hasBeenRead, readOnMs } = machine.memory
        const isFresh = hasBeenRead[id] === 1 && machine.nowMs - at(readOnMs, id) <= seconds * 1000
        const read = isFresh ? value(machine) : Number.NaN
        return Number.isNaN(read) ? otherwise : read
      }
    }
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
      return calendar[node.op]
    case 'negate': {
      const of = emitNumber(node.of)
      return (machine) => -of(machine)
    }
    case 'ABS': {
      const of = emitNumber(node.of)
      return (machine) => Math.abs(of(machine))
    }
    case 'SQRT': {
      const of = emitNumber(node.of)
      return (machine) => {
        const value = of(machine)
        if (value < 0) throw new Fault('EXC_RESULT_COMPLEX')
        return finite(Math.sqrt(value))
      }
    }
    case 'MIN':
    case 'MAX': {
      const isMin = node.op === 'MIN'
      return node.of
        .map(emitNumber)
        .reduce((left, right) =>
          isMin
            ? (machine) => Math.min(left(machine), right(machine))
            : (machine) => Math.max(left(machine), right(machine)),
        )
    }
    case 'LEN': {
      const of = emitText(node.of)
      return (machine) => of(machine).length
    }
    case '+':
    case '-':
    case '*':
    case '/':
    case 'MOD':
      return emitArithmetic(node.op, emitNumber(node.left), emitNumber(node.right))
  }
}

/** Reads the value of an item, from this run or before. */
function emitRead({ slot, length }: Item, index: BoundIndex): NumberEvaluator {
  if ('at' in index) return ({ memory }) => numberIn(memory, slot + index.at)
  const place = emitIndex(slot, length ?? 1, index.by)
  return (machine) => numberIn(machine.memory, place(machine))
}

/** Returns the index of a value, fixed or computed in every run. Using an item that could not be read is a fault. */
export function emitSlot(item: Item, index: BoundIndex): number | NumberEvaluator {
  const { slot, length } = item
  const place = 'at' in index ? slot + index.at : emitIndex(slot, length ?? 1, index.by)
  if (item.mapping === undefined) return place
  return (machine) => {
    needRead(item, machine)
    return typeof place === 'number' ? place : place(machine)
  }
}

const emitIndex =
  (slot: number, length: number, by: Item): NumberEvaluator =>
  (machine) => {
    if (by.mapping !== undefined) needRead(by, machine)
    const index = numberIn(machine.memory, by.slot)
    // NaN is out of bounds, too.
    if (!(index < length)) throw new Fault('EXC_OUT_OF_BOUNDS')
    return slot + index
  }

export function needRead({ id }: Item, { memory }: Machine): void {
  const exception = readErrorOf(memory, id)
  if (exception !== 0) throw new Fault(codeOf(exception))
}

/** Both sides of AND and OR are always worked out, so that every RISE sees every run. */
export function emitCondition(node: ConditionNode): ConditionEvaluator {
  switch (node.op) {
    case 'isSet': {
      const of = emitNumber(node.of)
      return (machine) => of(machine) !== 0
    }
    case 'compare':
      return emitCompare(node.test, emitNumber(node.left), emitNumber(node.right))
    case 'compareTexts':
      return emitCompare(node.test, emitText(node.left), emitText(node.right))
    case 'NOT': {
      const of = emitCondition(node.of)
      return (machine) => !of(machine)
    }
    case 'AND':
    case 'OR': {
      const [left, right] = [emitCondition(node.left), emitCondition(node.right)]
      const isAnd = node.op === 'AND'
      return (machine) => {
        const one = left(machine)
        const other = right(machine)
        return isAnd ? one && other : one || other
      }
    }
    case 'RISE':
    case 'FALL': {
      const of = emitCondition(node.of)
      const { state } = node
      const isRise = node.op === 'RISE'
      return (machine) => {
        const { rises } = machine.memory
        const was = rises[state] !== 0
        const is = of(machine)
        rises[state] = Number(is)
        return isRise ? is && !was : was && !is
      }
    }
    case 'TON':
    case 'TOF':
      return emitTimer(node.op, emitCondition(node.of), emitNumber(node.seconds), node.state)
    case 'OK': {
      const { id, slot, length, type } = node.item
      const [first, end] = type === 'STR' ? [0, 0] : [slot, slot + (length ?? 1)]
      return ({ memory }) => memory.readErrors[id] === 0 && !memory.numbers.subarray(first, end).some(Number.isNaN)
    }
  }
}

export function emitText(node: TextNode): TextEvaluator {
  switch (node.op) {
    case 'text': {
      const { text } = node
      return () => text
    }
    case 'loadText': {
      const { item } = node
      return (machine) => {
        if (item.mapping !== undefined) needRead(item, machine)
        return machine.memory.texts[item.slot] ?? ''
      }
    }
    case '&': {
      const [left, right] = [emitText(node.left), emitText(node.right)]
      return (machine) => {
        const text = left(machine) + right(machine)
        if (text.length > limits.textBytes) throw new Fault('EXC_OUT_OF_MEMORY')
        return text
      }
    }
    case 'STR': {
      const of = emitNumber(node.of)
      const { decimals } = node
      const integer = emitInteger(node.of)
      const bits = hasF32(node.of) ? 32 : 64
      return (machine) => {
        const value = finite(of(machine))
        return Number.isInteger(value)
          ? integerText(integer(machine) ?? BigInt(value), decimals)
          : numberText(value, decimals, bits)
      }
    }
    case 'HEX': {
      const of = emitNumber(node.of)
      const { digits } = node
      return (machine) => hexText(finite(of(machine)), digits)
    }
    case 'TIME':
      return ({ localNow }) => timeText(localNow)
    case 'DATE':
      return ({ localNow }) => dateText(localNow)
  }
}
