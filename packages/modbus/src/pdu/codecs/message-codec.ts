import { type ByteReader, type ByteWriter, MalformedPdu } from '../bytes.ts'
import type { FunctionTable, KnownFunction } from '../functions.ts'
import { fixed, type PduSize } from '../sizes.ts'

/** The codec of one direction of one function: its size, its writer and its reader. */
export interface MessageCodec<T> {
  size: PduSize
  write(value: T, to: ByteWriter): void
  read(from: ByteReader): T
}

export interface Codec<F extends KnownFunction> {
  ask: MessageCodec<FunctionTable[F]['ask']>
  answer: MessageCodec<FunctionTable[F]['answer']>
}

/** A message of the function code alone. */
export const nothing: MessageCodec<object> = { size: fixed(1), write() {}, read: () => ({}) }

export const within = (name: string, value: number, max: number): number => {
  if (value < 1 || value > max) throw new MalformedPdu(`${name} must be from 1 to ${max}, not ${value}`)
  return value
}

export const same = (name: string, value: number, expected: number): void => {
  if (value !== expected) throw new MalformedPdu(`${name} must be ${expected}, not ${value}`)
}

/** Words in `bytes` bytes. */
export const wordsIn = (bytes: number): number => {
  if (bytes < 0 || bytes % 2 !== 0) throw new MalformedPdu(`${bytes} bytes are no whole number of words`)
  return bytes / 2
}
