import { bind } from '../bind/bind.ts'
import { lex } from '../parse/lex.rules.ts'
import { parse } from '../parse/parse.ts'
import { linesOf } from '../parse/text.rules.ts'
import type { CheckResult } from './compile-error.ts'
import { emit, type Program } from './emit.ts'

/** Compiles a file's bytes to a program, or lists the problems: of lines that cannot be parsed, then of lines that cannot be bound. */
export function compile(bytes: Uint8Array): CheckResult<Program> {
  const lines = linesOf(bytes)
  if ('problem' in lines) return lines
  const file = parse(lex(lines.ok))
  if ('problem' in file) return file
  const bound = bind(file.ok)
  return 'problem' in bound ? bound : { ok: emit(bound.ok) }
}
