import type { FunctionTable, IdentityObject, Response } from '../pdu/functions.ts'
import type { Identity } from './bank.ts'

const illegalDataAddress = 2
const illegalDataValue = 3
const conformity = 0x83
const objectsBytesMax = 253 - 7
const levels = { basic: 1, regular: 2, extended: 3, one: 4 } as const
/** The last object of each level. */
const lastOf: Readonly<Record<number, number>> = { 1: 0x02, 2: 0x7f, 3: 0xff, 4: 0xff }

const encoder = new TextEncoder()

/** The objects from the one asked for on, as many as one PDU holds. */
export const identityReply = (identity: Identity, { level, object }: FunctionTable[43]['ask']): Response | number => {
  const last = lastOf[level]
  if (last === undefined) return illegalDataValue
  const all = objects(identity).filter(({ id }) => id <= last)
  if (level === levels.one) {
    const found = all.filter(({ id }) => id === object)
    return found.length === 0 ? illegalDataAddress : reply(level, found, undefined)
  }
  // An object that does not exist starts over, as the standard asks.
  const start = Math.max(
    0,
    all.findIndex(({ id }) => id === object),
  )
  const rest = all.slice(start)
  const fitting = rest.slice(0, howManyFit(rest))
  return reply(level, fitting, rest[fitting.length])
}

/** Function 17: an id, "running", and who it is. */
export const serverId = (identity: Identity): Uint8Array =>
  Uint8Array.of(1, 0xff, ...encoder.encode(Object.values(identity).join(' ')).subarray(0, 248))

const objects = (identity: Identity): IdentityObject[] =>
  Object.entries(identity).map(([id, text]) => ({ id: Number(id), value: encoder.encode(text).subarray(0, 244) }))

const howManyFit = (list: readonly IdentityObject[]): number => {
  let bytes = 0
  const over = list.findIndex(({ value }) => {
    bytes += 2 + value.length
    return bytes > objectsBytesMax
  })
  return over === -1 ? list.length : over
}

const reply = (level: number, list: IdentityObject[], next: IdentityObject | undefined): Response => ({
  fn: 43,
  level,
  conformity,
  more: next !== undefined,
  next: next?.id ?? 0,
  objects: list,
})
