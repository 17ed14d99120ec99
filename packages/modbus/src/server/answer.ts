import type { FunctionTable, Request, Response } from '../pdu/functions.ts'
import { decodeRequest, encodeResponse } from '../pdu/pdu.ts'
import type { RegisterKind } from '../tables.ts'
import type { Bank } from './bank.ts'
import { identityReply, serverId } from './identity.ts'

const illegalFunction = 1
const illegalDataValue = 3

/** The bytes of an exception to a request of the function `fn`. */
export const exceptionPdu = (fn: number, code: number): Uint8Array => Uint8Array.of(fn | 0x80, code)

/** Answers one request PDU from a bank. */
export const answerFrom = (bank: Bank, pdu: Uint8Array): Uint8Array => {
  const fn = pdu[0] ?? 0
  const decoded = decodeRequest(pdu)
  if ('err' in decoded) return exceptionPdu(fn, illegalDataValue)
  const reply = answer(bank, decoded.ok)
  return typeof reply === 'number' ? exceptionPdu(fn, reply) : encodeResponse(reply)
}

/** Either the response or the number of an exception. */
const answer = (bank: Bank, request: Request): Response | number => {
  switch (request.fn) {
    case 1:
      return readBits(bank, 1, 'coil', request.address, request.count)
    case 2:
      return readBits(bank, 2, 'discrete-input', request.address, request.count)
    case 3:
      return readWords(bank, 3, 'holding', request.address, request.count)
    case 4:
      return readWords(bank, 4, 'input', request.address, request.count)
    case 5:
      return bank.write('coil', request.address, [request.on ? 1 : 0]) ?? request
    case 6:
      return bank.write('holding', request.address, [request.word]) ?? request
    case 8:
      return request.sub === 0 ? request : illegalFunction
    case 15:
      return bank.write('coil', request.address, request.bits) ?? written(15, request.address, request.bits)
    case 16:
      return bank.write('holding', request.address, request.words) ?? written(16, request.address, request.words)
    case 17:
      return bank.identity === undefined ? illegalFunction : { fn: 17, data: serverId(bank.identity) }
    case 22:
      return mask(bank, request.address, request.and, request.or) ?? request
    case 23:
      return exchange(bank, request)
    case 43:
      return bank.identity === undefined ? illegalFunction : identityReply(bank.identity, request)
    case 7:
    case 11:
    case 12:
    case 20:
    case 21:
    case 24:
    case 'raw':
      return illegalFunction
  }
}

const readBits = (bank: Bank, fn: 1 | 2, kind: RegisterKind, address: number, count: number): Response | number => {
  const bits = bank.read(kind, address, count)
  return typeof bits === 'number' ? bits : { fn, bits }
}

const readWords = (
  bank: Bank,
  fn: 3 | 4 | 23,
  kind: RegisterKind,
  address: number,
  count: number,
): Response | number => {
  const words = bank.read(kind, address, count)
  return typeof words === 'number' ? words : { fn, words }
}

/** Writes, then reads; but writes nothing when the read would fail. */
const exchange = (bank: Bank, { read, write }: FunctionTable[23]['ask']): Response | number => {
  const before = bank.read('holding', read.address, read.count)
  if (typeof before === 'number') return before
  return bank.write('holding', write.address, write.words) ?? readWords(bank, 23, 'holding', read.address, read.count)
}

const written = (fn: 15 | 16, address: number, values: ArrayLike<number>): Response => ({
  fn,
  address,
  count: values.length,
})

const mask = (bank: Bank, address: number, and: number, or: number): number | undefined => {
  const old = bank.read('holding', address, 1)
  if (typeof old === 'number') return old
  return bank.write('holding', address, [((old[0] ?? 0) & and) | (or & ~and & 0xffff)])
}
