import { crc16 } from '@busbar/modbus'
import { type CheckResult, problemAt } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'

/** A last line `CRC 1A2B` seals all bytes before it. */
const seal = /(?:^|[\r\n])[ \t]*CRC[ \t]+([0-9A-Fa-f]{4})[ \t\r\n]*$/

/** Decodes the lines of a task file: UTF-8 or ASCII, and undamaged if the file has a checksum. */
export function linesOf(bytes: Uint8Array): CheckResult<string[]> {
  if (bytes.length > limits.fileBytes) return problemAt(null, 'ERROR_OUT_OF_MEMORY')
  // Bytes of 0 are what UTF-16 and UTF-32 are full of.
  const text = bytes.includes(0) ? undefined : decode(bytes)
  if (text === undefined) return problemAt(null, 'ERROR_FILE_FORMAT_UNSUPPORTED')
  const [found, expected] = seal.exec(text) ?? []
  // The text after the sealed bytes is ASCII, so its bytes and characters have the same count.
  const sealChars = found?.trimStart().length ?? 0
  const lines = text.slice(0, text.length - sealChars).split(/\r\n|\n|\r/)
  const isDamaged =
    expected !== undefined && crc16(bytes, 0, bytes.length - sealChars) !== Number.parseInt(expected, 16)
  return isDamaged ? problemAt(lines.length, 'ERROR_CRC') : { ok: lines }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
