import type { BoundAction, BoundFile, BoundIndex, BoundStatement, Item } from '../bind/bound.ts'
import { isFloat, rangeOf } from '../bind/types.rules.ts'
import { type UndoneRun, undoneRuns } from '../bind/undone-runs.rules.ts'
import { limits } from '../limits.ts'
import { readable } from '../parse/escape.rules.ts'
import type { ItemType } from '../parse/syntax.ts'
import { Fault } from '../running/fault.ts'
import { type Machine, type Operation, over } from '../running/machine.ts'
import { emitCondition, emitNumber, emitSlot, emitText, needRead } from './emit-expression.ts'

/** A file that can run. */
export interface Program extends Omit<BoundFile, 'statements'> {
  /** Statements that undo what the task does about a unit that does not respond. */
  readonly undoneRuns: readonly UndoneRun[]
  readonly operations: readonly Operation[]
}

export function emit({ statements, ...rest }: BoundFile): Program {
  const operations = statements.map((statement, at) => ({
    parts: statement.parts,
    act: emitStatement(statement, at + 1),
  }))
  return { ...rest, operations, undoneRuns: undoneRuns({ statements }) }
}

type Act = Operation['act']

function emitStatement({ condition, action, otherwise }: BoundStatement, next: number): Act {
  const then = emitAction(action, next)
  if (condition === null) return then
  const holds = emitCondition(condition)
  if (otherwise === null) return (machine) => (holds(machine) ? then(machine) : next)
  const other = emitAction(otherwise, next)
  return (machine) => (holds(machine) ? then(machine) : other(machine))
}

/** Stores a number if it fits the type. The value is computed before the index. */
function emitStore(item: Item, index: BoundIndex): (machine: Machine, value: number) => void {
  const fit = fitOf(item.type)
  const { id } = item
  const slot = emitSlot(item, index)
  const at = typeof slot === 'number' ? () => slot : slot
  return (machine, value) => {
    machine.memory.numbers[at(machine)] = fit(value)
    machine.memory.isAssigned[id] = 1
  }
}

/** Numbers do not wrap: one that does not fit is a fault. Fractions are cut off for integer types. */
function fitOf(type: ItemType): (value: number) => number {
  if (type === 'STR') throw new TypeError('a text is not a number')
  const [min, max] = rangeOf[type]
  const cut = type === 'F32' ? Math.fround : isFloat(type) ? Number : Math.trunc
  return (value) => {
    if (!Number.isFinite(value)) throw new Fault('EXC_RESULT_INFINITY')
    // Turns -0 into 0.
    const fitting = cut(value) + 0
    if (fitting < min || fitting > max) throw new Fault('EXC_OUT_OF_BOUNDS')
    return fitting
  }
}

function emitAction(action: BoundAction, next: number): Act {
  switch (action.do) {
    case 'GOTO': {
      const { to } = action
      return () => to
    }
    case 'CALL': {
      const { to } = action
      return ({ stack }) => {
        if (stack.length >= limits.calls) throw new Fault('EXC_STACK_OVERFLOW')
        stack.push(next)
        return to
      }
    }
    case 'RETURN': {
      const { isEnd } = action
      return ({ stack }) => {
        const back = stack.pop()
        if (back === undefined && !isEnd) throw new Fault('EXC_STACK_UNDERFLOW')
        return back ?? over
      }
    }
    case 'PUT': {
      const store = emitStore(action.item, action.index)
      const value = emitNumber(action.value)
      return (machine) => {
        store(machine, value(machine))
        return next
      }
    }
    case 'PUT BIT': {
      const store = emitStore(action.item, action.index)
      const value = emitCondition(action.value)
      return (machine) => {
        store(machine, Number(value(machine)))
        return next
      }
    }
    case 'PUT TEXT': {
      const { item } = action
      const { slot, textBytes, id } = item
      const value = emitText(action.value)
      return (machine) => {
        const text = value(machine)
        if (text.length > textBytes) throw new Fault('EXC_OUT_OF_BOUNDS')
        if (item.mapping !== undefined) needRead(item, machine)
        machine.memory.texts[slot] = text
        machine.memory.isAssigned[id] = 1
        return next
      }
    }
    case 'SMS': {
      const { phone } = action
      const text = emitText(action.text)
      return (machine) => {
        if (machine.messages.length >= limits.messages) throw new Fault('EXC_OUT_OF_MEMORY')
        machine.messages.push({ phone, text: readable(text(machine)) })
        return next
      }
    }
  }
}
