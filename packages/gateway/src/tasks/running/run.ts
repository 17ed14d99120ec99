import { limits } from '../limits.ts'
import { type ExecutionCode, Fault } from './fault.ts'
import { type Machine, type Message, type Operation, over, type RunTime } from './machine.ts'
import type { Memory } from './memory.ts'

export type RunOutcome = { readonly messages: readonly Message[] } | { readonly errorCode: ExecutionCode }

/**
 * Runs a program once. It ends within the limits, whatever its jumps. The caller reverts the changes of a failed run.
 */
export function run(operations: readonly Operation[], memory: Memory, time: RunTime): RunOutcome {
  const machine: Machine = { memory, ...time, stack: [], messages: [] }
  memory.isAssigned.fill(0)
  let steps = 0
  let at = 0
  try {
    while (at !== over) {
      const operation = operations[at]
      if (operation === undefined) break
      steps += operation.parts
      if (steps > limits.steps) return { errorCode: 'EXC_OUT_OF_BOUNDS' }
      at = operation.act(machine)
    }
    return { messages: machine.messages }
  } catch (error) {
    if (error instanceof Fault) return { errorCode: error.code }
    throw error
  }
}
