import { limits } from './limits.ts'
import { type CheckResult, problemAt } from './problem.ts'

/** The lines of a template file: UTF-8 or ASCII, nothing else. */
export function linesOf(bytes: Uint8Array): CheckResult<string[]> {
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
