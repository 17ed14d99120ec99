import { ByteReader, ByteWriter, inRange, MalformedPdu, pduMax } from './bytes.ts'
import { deviceIdentification } from './codecs/identity.ts'
import { codecs } from './codecs/index.ts'
import type { Request, Response } from './functions.ts'
import { more, type PduSize, unknownSize } from './sizes.ts'

export type Direction = 'ask' | 'answer'
export type Decoded<T> = { ok: T } | { err: string }

const writer = new ByteWriter()
/** A codec of any function: the table's rows each fit their own type only. */
interface AnyCodec {
  size: PduSize
  write(value: object, to: ByteWriter): void
  read(from: ByteReader): object
}
/** Codecs by function. A list is read faster than an object with keys of numbers and names. */
const halves = {
  ask: new Array<AnyCodec | undefined>(256).fill(undefined),
  answer: new Array<AnyCodec | undefined>(256).fill(undefined),
}
for (const [code, { ask, answer }] of Object.entries(codecs)) {
  halves.ask[Number(code)] = ask
  halves.answer[Number(code)] = answer
}

const encode = (pdu: Request | Response, direction: Direction): Uint8Array => {
  writer.begin()
  if (pdu.fn === 'exception') {
    inRange('function', pdu.of, 1, 127)
    writer.u8(pdu.of | 0x80)
    writer.u8(pdu.code)
  } else if (pdu.fn === 'raw') {
    writer.u8(pdu.code)
    writer.bytes(pdu.data)
  } else {
    writer.u8(pdu.fn)
    halves[direction][pdu.fn]?.write(pdu, writer)
  }
  return writer.end()
}

const decode = (pdu: Uint8Array, direction: Direction): Decoded<object> => {
  const from = new ByteReader(pdu)
  try {
    if (pdu.length > pduMax) throw new MalformedPdu(`a PDU has at most ${pduMax} bytes, not ${pdu.length}`)
    const code = from.u8()
    if (direction === 'answer' && code > 0x80)
      return complete(from, { fn: 'exception', of: code & 0x7f, code: from.u8() })
    const half = halves[direction][code]
    if (half === undefined || isOtherEncapsulation(pdu)) return { ok: { fn: 'raw', code, data: from.bytes(from.left) } }
    return complete(from, { fn: code, ...half.read(from) })
  } catch (error) {
    if (error instanceof MalformedPdu) return { err: error.message }
    throw error
  }
}

const isOtherEncapsulation = (pdu: Uint8Array): boolean => pdu[0] === 43 && pdu[1] !== deviceIdentification

const complete = (from: ByteReader, ok: object): Decoded<object> =>
  from.left === 0 ? { ok } : { err: `${from.left} bytes too many` }

/** The bytes of a request; a field that does not fit throws a RangeError that names it. */
export const encodeRequest = (request: Request): Uint8Array => encode(request, 'ask')
export const encodeResponse = (response: Response): Uint8Array => encode(response, 'answer')

export const decodeRequest = (pdu: Uint8Array): Decoded<Request> => decode(pdu, 'ask') as Decoded<Request>

/** Decodes a response. If the `request` is given, padding bits of the last byte are dropped. */
export const decodeResponse = (pdu: Uint8Array, request?: Request): Decoded<Response> => {
  const decoded = decode(pdu, 'answer') as Decoded<Response>
  if ('err' in decoded || (request?.fn !== 1 && request?.fn !== 2)) return decoded
  const response = decoded.ok
  if ((response.fn !== 1 && response.fn !== 2) || response.bits.length === request.count) return decoded
  return { ok: { fn: response.fn, bits: Uint8Array.from(response.bits).subarray(0, request.count) } }
}

/** The length of the PDU at `start`: a number, `more` (0) when more bytes will tell, `unknownSize` (-1) when only silence will. */
export const pduSize = (direction: Direction, bytes: Uint8Array, start: number, end: number): number => {
  if (start >= end) return more
  const code = bytes[start] ?? 0
  if (direction === 'answer' && code > 0x80) return 2
  const half = halves[direction][code]
  if (half === undefined) return unknownSize
  if (code === 43 && direction === 'ask' && start + 1 < end && bytes[start + 1] !== deviceIdentification)
    return unknownSize
  return half.size(bytes, start, end)
}
