import { compile } from './language/compile.ts'
import type { CompileCode } from './language/compile-error.ts'

export interface TaskCheck {
  readonly problem: { readonly line: number | null; readonly code: CompileCode } | null
  readonly periodMs: number | null
  readonly heapBytes: number | null
  /** It has items that are to be logged. */
  readonly isLogged: boolean | null
}

/** What the compiler says of a text; nothing is kept. */
export const checkTask = (text: string): TaskCheck => {
  const program = compile(Buffer.from(text))
  if ('problem' in program) {
    const { errorLine: line, errorCode: code } = program.problem
    return { problem: { line, code }, periodMs: null, heapBytes: null, isLogged: null }
  }
  const { periodMs, heapBytes, items } = program.ok
  return { problem: null, periodMs, heapBytes, isLogged: items.some((item) => item.isLogged) }
}
