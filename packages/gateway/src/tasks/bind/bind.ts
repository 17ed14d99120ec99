import {
  type CheckResult,
  CompileError,
  checked,
  failedWith,
  type Problem,
  problemAt,
} from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import type { Action, Statement, TaskFile } from '../parse/syntax.ts'
import type { BoundAction, BoundFile, BoundStatement } from './bound.ts'
import { ExpressionBinder } from './expression.bind.ts'
import { findOverlap } from './overlap.rules.ts'
import { Scope } from './scope.ts'

/** Estimated size of a closure with its values. */
const partBytes = 16

type Jump = Extract<BoundAction, { do: 'CALL' | 'GOTO' }>
/** Labels may follow their use, so jumps are resolved at the end. */
type UnplacedAction =
  | Exclude<BoundAction, Jump | { do: 'RETURN' }>
  | Extract<Action, { do: 'CALL' | 'GOTO' | 'RETURN' }>
interface PendingStatement extends Pick<BoundStatement, 'condition'> {
  readonly action: UnplacedAction
  readonly otherwise: UnplacedAction | null
  readonly parts: number
  readonly line: number
}

/** Resolves names and types. Items and conditions are known from their line on. */
export function bind({
  statements,
  problems: unparsed,
  isNameMissing: isAnyMissing,
  ...head
}: TaskFile): CheckResult<BoundFile> {
  const binder = new FileBinder()
  const problems = [...unparsed]
  // A name that a faulty line should have defined is not reported again where it is used.
  let isNameMissing = isAnyMissing
  for (const statement of statements) {
    const bound = checked(statement.line, () => binder.add(statement, statement.line))
    if ('ok' in bound) continue
    if (isNameMissing && bound.problem.errorCode === 'ERROR_ITEM_UNDECLARED') continue
    problems.push(bound.problem)
    isNameMissing ||= statement.kind !== 'DO'
  }
  return failedWith(problems) ?? binder.finish(head)
}

class FileBinder {
  readonly #scope = new Scope()
  readonly #written = new Map<number, number>()
  readonly #definedIn = new Map<number, number>()
  readonly #code: PendingStatement[] = []
  readonly #labelsAt: number[] = []
  #riseCount = 0
  #timerCount = 0
  #parts = 0

  add(statement: Statement, line: number): void {
    switch (statement.kind) {
      case 'DEF':
        if ((statement.isLogged || statement.isPublished) && statement.mapping?.unit === 0)
          throw new CompileError('ERROR_UID_BROADCAST')
        this.#definedIn.set(this.#scope.items.length, line)
        // An item with a safe state is also written by the gateway itself.
        if (statement.safe !== undefined) this.#written.set(this.#scope.items.length, line)
        this.#scope.addItem(statement)
        return
      case 'COND': {
        // Bound here for its mistakes alone, and again wherever it is named: that too is work.
        const binder = this.#binder(false)
        binder.condition(statement.condition)
        this.#count(binder.parts)
        this.#scope.add(statement.name, { kind: 'condition', condition: statement.condition })
        return
      }
      case 'LABEL':
        this.#scope.add(statement.name, { kind: 'label', at: this.#code.length })
        this.#labelsAt.push(this.#code.length)
        return
      case 'DO':
        this.#code.push(this.#do(statement, line))
    }
  }

  finish(head: Pick<BoundFile, 'periodMs' | 'safeAfterMs'>): CheckResult<BoundFile> {
    const { items, numberCount, textCount, itemBytes } = this.#scope
    const overlap = findOverlap(items, new Set(this.#written.keys()))
    if (overlap !== undefined) {
      const lines = overlap.isWriters ? this.#written : this.#definedIn
      return problemAt(lines.get(overlap.item.id) ?? null, overlap.errorCode)
    }
    const isEnd = this.#endsRun()
    const statements: (BoundStatement & { parts: number })[] = []
    const problems: Problem[] = []
    for (const [at, statement] of this.#code.entries()) {
      const placed = checked(statement.line, () => ({
        ...statement,
        action: this.#place(statement.action, isEnd(at)),
        otherwise: statement.otherwise && this.#place(statement.otherwise, isEnd(at)),
      }))
      if ('problem' in placed) problems.push(placed.problem)
      else statements.push(placed.ok)
    }
    const failed = failedWith(problems)
    if (failed !== undefined) return failed
    // The end of the file is a RETURN.
    const end = { do: 'RETURN', isEnd: isEnd(this.#code.length) } as const
    statements.push({ line: 0, condition: null, action: end, otherwise: null, parts: 1 })
    const heapBytes = itemBytes + partBytes * this.#parts
    const written = new Set(this.#written.keys())
    const states = { riseCount: this.#riseCount, timerCount: this.#timerCount }
    return { ok: { ...head, items, written, numberCount, textCount, ...states, heapBytes, statements } }
  }

  #count(parts: number): void {
    this.#parts += parts
    if (this.#parts > limits.programParts) throw new CompileError('ERROR_OUT_OF_MEMORY')
  }

  #binder(mayBeIndirect: boolean): ExpressionBinder {
    return new ExpressionBinder(this.#scope, {
      mayBeIndirect,
      nextRise: () => this.#riseCount++,
      nextTimer: () => this.#timerCount++,
    })
  }

  #do({ condition, action, otherwise }: Extract<Statement, { kind: 'DO' }>, line: number): PendingStatement {
    const binders: ExpressionBinder[] = []
    const newBinder = (mayBeIndirect: boolean): ExpressionBinder => {
      const binder = this.#binder(mayBeIndirect)
      binders.push(binder)
      return binder
    }
    const bound = {
      condition: condition === null ? null : newBinder(false).condition(condition),
      action: this.#action(newBinder(action.do === 'PUT'), action, line),
      otherwise: otherwise && this.#action(newBinder(otherwise.do === 'PUT'), otherwise, line),
    }
    const parts = binders.reduce((sum, binder) => sum + binder.parts, 1)
    if (parts > limits.expressionParts + 1) throw new CompileError('ERROR_OUT_OF_MEMORY')
    this.#count(parts)
    return { ...bound, parts, line }
  }

  #action(binder: ExpressionBinder, action: Action, line: number): UnplacedAction {
    if (action.do === 'SMS') return { ...action, text: binder.text(action.text) }
    return action.do === 'PUT' ? this.#put(binder, action, line) : action
  }

  #put(binder: ExpressionBinder, { target, value }: Extract<Action, { do: 'PUT' }>, line: number): UnplacedAction {
    const item = binder.item(target)
    // Inputs are the device's own.
    if (item.mapping?.area === 'I' || item.mapping?.area === 'D') throw new CompileError('ERROR_ITEM_REF')
    if (!this.#written.has(item.id)) this.#written.set(item.id, line)
    const index = binder.index(item, target.index)
    if (item.type === 'STR') return { do: 'PUT TEXT', item, value: binder.text(value) }
    if (item.type === 'BIT' && binder.isCondition(value)) {
      return { do: 'PUT BIT', item, index, value: binder.condition(value) }
    }
    return { do: 'PUT', item, index, value: binder.number(value) }
  }

  /**
   * Does a RETURN there, without a CALL, end the run as it should? Not right below a label that is called: the run has fallen into a
   * subroutine.
   */
  #endsRun(): (at: number) => boolean {
    const called = new Set<number>()
    for (const action of this.#code.flatMap((one) => [one.action, one.otherwise])) {
      if (action?.do !== 'CALL') continue
      const found = this.#scope.find(action.label)
      if (found?.kind === 'label') called.add(found.at)
    }
    return (at) => !called.has(this.#labelsAt.findLast((label) => label <= at) ?? -1)
  }

  #place(action: UnplacedAction, isEnd: boolean): BoundAction {
    if (action.do === 'RETURN') return { do: 'RETURN', isEnd }
    if (!('label' in action)) return action
    const found = this.#scope.find(action.label)
    if (found?.kind === 'item') throw new CompileError('ERROR_UNEXPECTED_VARIABLE_REF')
    if (found?.kind === 'condition') throw new CompileError('ERROR_UNEXPECTED_CONDITION_REF')
    if (found === undefined) throw new CompileError('ERROR_UNSATISFIED_FORWARD_DECLARATION')
    return { do: action.do, to: found.at }
  }
}
