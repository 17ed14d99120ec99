/** `count` items of a table, from `address` on. */
export interface Span {
  address: number
  count: number
}
/** Bits as 0 and 1. */
export interface Bits {
  bits: ArrayLike<number>
}
export interface Words {
  words: ArrayLike<number>
}
interface FileSpan {
  file: number
  record: number
  count: number
}
interface FileRecord {
  file: number
  record: number
  words: ArrayLike<number>
}
export interface IdentityObject {
  id: number
  value: Uint8Array
}
type Bytes = { data: Uint8Array }
type Mask = { address: number; and: number; or: number }

/** The request and the answer of each function. */
export interface FunctionTable {
  1: { ask: Span; answer: Bits }
  2: { ask: Span; answer: Bits }
  3: { ask: Span; answer: Words }
  4: { ask: Span; answer: Words }
  5: { ask: { address: number; on: boolean }; answer: { address: number; on: boolean } }
  6: { ask: { address: number; word: number }; answer: { address: number; word: number } }
  7: { ask: object; answer: { status: number } }
  8: { ask: { sub: number; data: Uint8Array }; answer: { sub: number; data: Uint8Array } }
  11: { ask: object; answer: { status: number; events: number } }
  12: { ask: object; answer: { status: number; events: number; messages: number; log: Uint8Array } }
  15: { ask: { address: number } & Bits; answer: Span }
  16: { ask: { address: number } & Words; answer: Span }
  17: { ask: object; answer: Bytes }
  20: { ask: { spans: FileSpan[] }; answer: { records: ArrayLike<number>[] } }
  21: { ask: { records: FileRecord[] }; answer: { records: FileRecord[] } }
  22: { ask: Mask; answer: Mask }
  23: { ask: { read: Span; write: { address: number } & Words }; answer: Words }
  24: { ask: { address: number }; answer: Words }
  43: {
    ask: { level: number; object: number }
    answer: { level: number; conformity: number; more: boolean; next: number; objects: IdentityObject[] }
  }
}

export type KnownFunction = keyof FunctionTable
type FunctionRequest = { [F in KnownFunction]: { fn: F } & FunctionTable[F]['ask'] }[KnownFunction]
type FunctionResponse = { [F in KnownFunction]: { fn: F } & FunctionTable[F]['answer'] }[KnownFunction]

/** A function that we do not know passes as bytes. */
export interface RawPdu extends Bytes {
  fn: 'raw'
  code: number
}
export interface ExceptionReply {
  fn: 'exception'
  of: number
  code: number
}
export type Request = FunctionRequest | RawPdu
export type Response = FunctionResponse | RawPdu | ExceptionReply
/** The answer that belongs to a request, when it is no exception. */
export type ResponseTo<R extends Request> = Extract<Response, { fn: R['fn'] }>
