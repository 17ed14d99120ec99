import type { CompileCode } from '../compile/compile-error.ts'

const hexPair = /^[0-9A-Fa-f]{2}$/

/**
 * Decodes a quoted text into bytes, one per character of the result. `*xx*` is the byte with that number; an asterisk
 * is `*2a*`, a quote `*22*`.
 */
export function escaped(text: string): { readonly ok: string } | { readonly code: CompileCode } {
  const parts = text.split('*')
  // Asterisks come in pairs: every second part is between two.
  if (parts.length % 2 === 0) return { code: 'ERROR_EXPECTED_ASTERISK' }
  let bytes = ''
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) bytes += bytesOf(part)
    else if (hexPair.test(part)) bytes += String.fromCharCode(Number.parseInt(part, 16))
    else return { code: 'ERROR_VALUE_FORMAT' }
  }
  return { ok: bytes }
}

/** UTF-8, a byte in each character. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Text for display; invalid UTF-8 is shown as such. */
export const readable = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')
