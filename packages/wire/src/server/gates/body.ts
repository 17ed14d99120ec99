import { Refusal } from '../refusal.ts'
import { readBody } from '../request/read-body.ts'
import type { PlainGate } from '../service.ts'

const depthMax = 32
const utf8 = new TextDecoder('utf-8', { fatal: true })
// Only a text with one of these can hold what `isHarmless` looks for.
const suspect = /__proto__|constructor|\\u/

type ParsedJson = { ok: unknown } | { err: string }

const quote = 0x22
const backslash = 0x5c
const [openBracket, closeBracket] = [0x5b, 0x5d]
const [openBrace, closeBrace] = [0x7b, 0x7d]

/** Returns whether brackets are nested too deeply, before the text is parsed. */
const isTooDeep = (bytes: Uint8Array): boolean => {
  let depth = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) isInText = !isInText
    else if (isInText) at += byte === backslash ? 1 : 0
    else if (byte === openBracket || byte === openBrace) depth += 1
    else if (byte === closeBracket || byte === closeBrace) depth -= 1
    if (depth > depthMax) return true
  }
  return false
}

/** No key that could reach a prototype, no text that a database could not hold. */
const isHarmless = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isHarmless)
  return Object.entries(value).every(
    ([key, inner]) => key !== '__proto__' && key !== 'constructor' && isHarmless(key) && isHarmless(inner),
  )
}

/**
 * Parses a body. Refused besides what is no UTF-8 or no JSON: nesting deeper than 32, keys called `__proto__` or
 * `constructor`, NUL and half a surrogate pair in a text.
 */
export const parseJson = (bytes: Uint8Array): ParsedJson => {
  if (bytes.length === 0) return { err: 'The body is empty.' }
  if (isTooDeep(bytes)) return { err: `The body is nested deeper than ${depthMax}.` }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { err: 'The body is not UTF-8.' }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { err: 'The body is not JSON.' }
  }
  if (suspect.test(text) && !isHarmless(value)) return { err: 'The body has a key or a text that is not allowed.' }
  return { ok: value }
}

/** Reads the body and parses it. The body of a GET is ignored. */
export const body: PlainGate = (endpoint, { codes, bodyBytesMax, acceptsEmptyBody = false }) => {
  if (endpoint?.body === undefined) return null
  return async (call) => {
    const { raw } = call.request
    if (raw.headers.expect?.toLowerCase() === '100-continue') call.reply.raw.writeContinue()
    const bytes = await readBody(raw, bodyBytesMax)
    if (bytes === null) throw new Refusal(codes.size)
    if (bytes.length === 0 && acceptsEmptyBody) {
      call.body = null
      return
    }
    const parsed = parseJson(bytes)
    if ('err' in parsed) throw new Refusal(codes.body, parsed.err)
    call.body = parsed.ok
  }
}
