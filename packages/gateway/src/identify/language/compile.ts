import { check, type Program } from './check.ts'
import { lex } from './lex.rules.ts'
import { limits } from './limits.ts'
import { type Meta, metaOf } from './meta.rules.ts'
import { parse } from './parse.ts'
import { type CheckResult, problemAt } from './problem.ts'

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

/** The lines of a template file: UTF-8 or ASCII, nothing else. */
function linesOf(bytes: Uint8Array): CheckResult<string[]> {
  if (bytes.length === 0) return problemAt(0, 'ERROR_FILE_NOT_READ')
  // Bytes of 0 are what UTF-16 and UTF-32 are full of.
  if (bytes.includes(0)) return problemAt(0, 'ERROR_UNSUPPORTED_UTF_FORMAT')
  const text = decode(bytes)
  if (text === undefined) return problemAt(0, 'ERROR_UNSUPPORTED_UTF_FORMAT')
  const lines = text.split(/\r\n|\n|\r/)
  const tooLong = lines.findIndex((line, at) => at >= limits.lines || line.length > limits.lineChars)
  return tooLong < 0 ? { ok: lines } : problemAt(tooLong + 1, 'ERROR_LINE_OUTOFBOUND')
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
