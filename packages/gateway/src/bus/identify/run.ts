import type { Program } from '../class-language/check.ts'
import { limits } from '../class-language/limits.ts'
import type { EngineCode } from '../class-language/problem.ts'
import type { Source } from '../class-language/statement.ts'
import { passes, type Value } from './judge.rules.ts'

/** Progress of a run, counted while it happens. */
export interface Progress {
  mbReqPassed: number
  checksPassed: number
}

/** Sources that are on the bus. */
export type FieldSource = Exclude<Source, { fn: 'exc' }>

export interface RunHooks {
  /** A value from the device, or why the run cannot go on. */
  read(source: FieldSource): Promise<Value | { readonly errorCode: EngineCode }>
  /** The run is to end. */
  isStopped(): boolean
}

/** Null when nothing matched. */
export type RunOutcome =
  | { readonly deviceClass: string | null }
  | { readonly errorCode: EngineCode; readonly line: number }

/** Runs a program. It ends within the limits, whatever its jumps. */
export async function run({ statements }: Program, hooks: RunHooks, progress: Progress): Promise<RunOutcome> {
  const values = new Map<string, Value>()
  let lastException = 0
  let at = 0
  while (!hooks.isStopped()) {
    const statement = statements[at]
    if (statement === undefined) return { errorCode: 'ERROR_EOF', line: 0 }
    const isTooMuch = progress.checksPassed >= limits.steps || progress.mbReqPassed >= limits.requests
    if (isTooMuch) return { errorCode: 'ERROR_LINE_OUTOFBOUND', line: statement.line }
    progress.checksPassed += 1
    at += 1
    switch (statement.kind) {
      case 'CLASS':
        return { deviceClass: statement.name }
      case 'GOTO':
        if (statement.target === 'STOP') return { deviceClass: null }
        at = statement.target.to
        break
      case 'CHECK':
        if (passes(values.get(statement.name), statement.modifiers, statement.test)) break
        if (statement.otherwise === 'STOP') return { deviceClass: null }
        at = statement.otherwise.to
        break
      case 'READ': {
        if (statement.source.fn === 'exc') {
          values.set(statement.name, { numbers: [lastException] })
          break
        }
        const value = await hooks.read(statement.source)
        if (hooks.isStopped()) break
        if (value !== 'silent' && 'errorCode' in value) return { errorCode: value.errorCode, line: statement.line }
        progress.mbReqPassed += 1
        if (value !== 'silent' && 'exception' in value) lastException = value.exception
        values.set(statement.name, value)
      }
    }
  }
  return { deviceClass: null }
}
