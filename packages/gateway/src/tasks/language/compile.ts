import { bind } from './bind.ts'
import { emit, type Program } from './emit.ts'
import { lex } from './lex.rules.ts'
import { parse } from './parse.ts'
import type { Checked } from './problem.ts'
import { linesOf } from './text.rules.ts'

/** A file's bytes to a program, or the first mistake. */
export function compile(bytes: Uint8Array): Checked<Program> {
  const lines = linesOf(bytes)
  if ('problem' in lines) return lines
  const file = parse(lex(lines.ok))
  if ('problem' in file) return file
  const bound = bind(file.ok)
  return 'problem' in bound ? bound : { ok: emit(bound.ok) }
}
