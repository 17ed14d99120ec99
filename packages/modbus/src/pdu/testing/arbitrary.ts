import * as fc from 'fast-check'
import type { Request, Response } from '../functions.ts'

/** As literals are: with a prototype. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T>(model, { noNullPrototype: true })

const u8 = fc.nat(0xff)
const u16 = fc.nat(0xffff)
const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
const words = (maxLength: number, minLength = 1) => fc.array(u16, { minLength, maxLength })
const bits = (maxLength: number) => fc.array(fc.nat(1), { minLength: 1, maxLength })
const span = (max: number) => ({ address: u16, count: fc.integer({ min: 1, max }) })
const fn = <F>(value: F) => fc.constant(value)
/** Diagnostics and identification have their own; functions over 127 are exceptions. */
const unknownCode = fc.integer({ min: 65, max: 127 })
const raw = record({ fn: fn('raw' as const), code: unknownCode, data: bytes(250) })
const coil = { fn: fn(5 as const), address: u16, on: fc.boolean() }
const register = { fn: fn(6 as const), address: u16, word: u16 }
const diagnosis = { fn: fn(8 as const), sub: u16, data: fc.uint8Array({ minLength: 2, maxLength: 2 }) }
const mask = { fn: fn(22 as const), address: u16, and: u16, or: u16 }
const file = { file: u16, record: u16 }
const fileWrite = {
  fn: fn(21 as const),
  records: fc.array(record({ ...file, words: words(20) }), { minLength: 1, maxLength: 5 }),
}

export const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  record({ fn: fc.constantFrom(1 as const, 2 as const), ...span(2000) }),
  record({ fn: fc.constantFrom(3 as const, 4 as const), ...span(125) }),
  record(coil),
  record(register),
  record({ fn: fc.constantFrom(7 as const, 11 as const, 12 as const, 17 as const) }),
  record(diagnosis),
  record({ fn: fn(15 as const), address: u16, bits: bits(1968) }),
  record({ fn: fn(16 as const), address: u16, words: words(123) }),
  record({
    fn: fn(20 as const),
    spans: fc.array(record({ ...file, count: u16 }), { minLength: 1, maxLength: 35 }),
  }),
  record(fileWrite),
  record(mask),
  record({
    fn: fn(23 as const),
    read: record(span(125)),
    write: record({ address: u16, words: words(121) }),
  }),
  record({ fn: fn(24 as const), address: u16 }),
  record({ fn: fn(43 as const), level: u8, object: u8 }),
  raw,
)

export const anyResponse: fc.Arbitrary<Response> = fc.oneof(
  record({
    fn: fc.constantFrom(1 as const, 2 as const),
    bits: bits(31).map((some) => [...some, ...some, ...some, ...some, ...some, ...some, ...some, ...some]),
  }),
  record({ fn: fc.constantFrom(3 as const, 4 as const, 23 as const), words: words(125) }),
  record(coil),
  record(register),
  record({ fn: fn(7 as const), status: u8 }),
  record(diagnosis),
  record({ fn: fn(11 as const), status: u16, events: u16 }),
  record({ fn: fn(12 as const), status: u16, events: u16, messages: u16, log: bytes(64) }),
  record({ fn: fn(15 as const), ...span(1968) }),
  record({ fn: fn(16 as const), ...span(123) }),
  record({ fn: fn(17 as const), data: bytes(250) }),
  record({ fn: fn(20 as const), records: fc.array(words(20, 0), { minLength: 1, maxLength: 5 }) }),
  record(fileWrite),
  record(mask),
  record({ fn: fn(24 as const), words: words(31, 0) }),
  record({
    fn: fn(43 as const),
    level: u8,
    conformity: u8,
    more: fc.boolean(),
    next: u8,
    objects: fc.array(record({ id: u8, value: bytes(20) }), { maxLength: 10 }),
  }),
  record({ fn: fn('exception' as const), of: fc.integer({ min: 1, max: 127 }), code: u8 }),
  raw,
)
