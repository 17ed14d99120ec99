import { isDosName } from '../storage/card/names.rules.ts'
import { isTouching, type Span, spanOf } from './bind/overlap.rules.ts'
import { compile } from './compile/compile.ts'
import { type CheckResult, type Problem, problemAt } from './compile/compile-error.ts'
import type { Program } from './compile/emit.ts'
import type { Source } from './folder.ts'
import { limits } from './limits.ts'

export interface CompiledTask {
  readonly file: string
  readonly bytes: Uint8Array
  readonly program: Program
}

export interface FailedTask extends Problem {
  readonly errorFile: string
}

/** All files of the card, in the order of their names: those that run, and what is wrong with the others. */
export function compileAll(sources: readonly Source[]): {
  readonly loaded: CompiledTask[]
  readonly faulty: FailedTask[]
} {
  const loaded: CompiledTask[] = []
  const faulty: FailedTask[] = []
  for (const source of sources) {
    const program = compileBeside(source, loaded)
    if ('problem' in program) {
      faulty.push({ errorFile: source.file, ...program.problem })
      continue
    }
    if ('bytes' in source) loaded.push({ file: source.file, bytes: source.bytes, program: program.ok })
  }
  return { loaded, faulty }
}

export const heapOf = (loaded: readonly CompiledTask[]): number =>
  loaded.reduce((sum, { program }) => sum + program.heapBytes, 0)

/** Compiles a file that runs beside others: it must fit into memory with them and write none of their items. */
export function compileBeside(source: Source, loaded: readonly CompiledTask[]): CheckResult<Program> {
  if ('errorCode' in source) return problemAt(null, source.errorCode)
  // Its log has its name, and the card's names are 8.3.
  if (!isDosName(source.file)) return problemAt(null, 'ERROR_ITEM_NAME')
  const program = compile(source.bytes)
  if ('problem' in program) return program
  const isFull = loaded.length >= limits.files || heapOf(loaded) + program.ok.heapBytes > limits.heapBytes
  if (isFull) return problemAt(null, 'ERROR_OUT_OF_MEMORY')
  const taken = loaded.flatMap(({ program: other }) => writtenBy(other))
  const hasOtherWriter = writtenBy(program.ok).some((span) => taken.some((other) => isTouching(span, other)))
  return hasOtherWriter ? problemAt(null, 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER') : program
}

/** Ranges that a program writes on the bus and shows in the gateway's registers. */
export const writtenBy = ({ items, written }: Program): Span[] =>
  items.flatMap((item) => (written.has(item.id) || item.register !== undefined ? (spanOf(item) ?? []) : []))
