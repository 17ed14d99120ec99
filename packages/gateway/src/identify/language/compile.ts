import { check, type Program } from './check.ts'
import { lex } from './lex.rules.ts'
import { type Meta, metaOf } from './meta.rules.ts'
import { parse } from './parse.ts'
import type { CheckResult } from './problem.ts'
import { linesOf } from './text.rules.ts'

/** A file's bytes to a program, or the first mistake. */
export function compile(bytes: Uint8Array): CheckResult<Program & { readonly lineCount: number }> {
  const lines = linesOf(bytes)
  if ('problem' in lines) return lines
  const template = parse(lex(lines.ok))
  if ('problem' in template) return template
  const program = check(template.ok)
  return 'problem' in program ? program : { ok: { ...program.ok, lineCount: lines.ok.length } }
}

/** The META statement alone. */
export function metaIn(bytes: Uint8Array): CheckResult<Meta> {
  const lines = linesOf(bytes)
  return 'problem' in lines ? lines : metaOf(lex(lines.ok))
}
