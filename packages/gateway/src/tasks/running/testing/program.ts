import assert from 'node:assert/strict'
import type { VirtualClock } from '@busbar/kit'
import type { UnitGate } from '../../../bus/gate/requester.ts'
import { compile } from '../../compile/compile.ts'
import type { Program } from '../../compile/emit.ts'
import type { RunTime } from '../machine.ts'
import { type Memory, newMemory } from '../memory.ts'
import { run } from '../run.ts'
import { Task, type TaskOptions } from '../task.ts'

/** The local time of tests. */
const local = new Date('2026-11-15T14:05:09.250Z')
const sun = { sunriseSec: 7 * 3600, sunsetSec: 16 * 3600 }
/** When the runs of tests are. */
export const moment: RunTime = { localNow: local, nowMs: 0, sun }

/** Uses version 1 by default. */
export function programOf(text: string, head = 'TASK 1 PERIOD 500'): Program {
  const compiled = compile(Buffer.from(`${head}\n${text}`))
  if ('problem' in compiled) assert.fail(`${compiled.problem.errorCode} in line ${compiled.problem.errorLine}: ${text}`)
  return compiled.ok
}

/** The task of a program, with all that the test does not bring. */
export const taskOf = (
  text: string,
  clock: VirtualClock,
  gate: UnitGate,
  more: Partial<TaskOptions> = {},
  head?: string,
): Task =>
  new Task({
    sourceFile: 'T.TSK',
    program: programOf(text, head),
    gate,
    clock,
    now: () => new Date(clock.now()),
    localNow: () => local,
    sun: () => sun,
    sendSms: () => 'EXC_ACTION_UNKNOWN',
    wentSafe: () => {},
    missed: () => {},
    failed: (error) => assert.fail(String(error)),
    ...more,
  })

/** Value of an item. */
export function valueOf({ items }: Program, { numbers, texts }: Memory, name: string): number | string | number[] {
  const item = items.find((one) => one.name === name) ?? assert.fail(`no item ${name}`)
  if (item.type === 'STR') return texts[item.slot] ?? ''
  if (item.length === null) return numbers[item.slot] ?? 0
  return Array.from(numbers.subarray(item.slot, item.slot + item.length))
}

/** Value of `x` after some runs, or the error of the last. */
export function resultOf(text: string, runs = 1): number | string | number[] {
  const program = programOf(text)
  const memory = newMemory(program)
  for (let count = 1; ; count += 1) {
    const outcome = run(program.operations, memory, moment)
    if ('errorCode' in outcome) return outcome.errorCode
    if (count === runs) return valueOf(program, memory, 'x')
  }
}
