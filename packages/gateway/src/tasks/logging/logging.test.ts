import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { rangeOf } from '../bind/types.rules.ts'
import { programOf } from '../running/testing/program.ts'
import type { Cell, Column, LogRecord } from './column.ts'
import { dat } from './dat.ts'
import { formats } from './task-log.ts'
import { readDat } from './testing/read-dat.ts'

const columns: Column[] = programOf(
  'DEF v U16 AT 1:H 0 LOG\nDEF p F32 AT 1:H 4 LOG\nDEF h S16[2] AT 1:H 8 LOG\nDEF n STR[8] AT 1:H 20 LOG',
).items.map((item) => item)
const record: LogRecord = {
  atMs: Date.UTC(2026, 10, 15, 12, 5, 9, 250),
  local: new Date('2026-11-15T14:05:09.250Z'),
  cells: [[230], [Math.fround(0.1)], [-1, 7], 'a;"b"'],
}

test('CSV has the separator of the setting, headers or none, and quotes what needs them', () => {
  const text = (format: 2 | 3 | 4 | 5 | 6 | 7, one = record): string =>
    Buffer.concat([formats[format].header(columns), formats[format].record(columns, one)]).toString()
  assert.equal(text(2), 'time;v;p;h[0];h[1];n\r\n2026-11-15T14:05:09.250;230;0.1;-1;7;"a;""b"""\r\n')
  assert.equal(text(3), 'time,v,p,h[0],h[1],n\r\n2026-11-15T14:05:09.250,230,0.1,-1,7,"a;""b"""\r\n')
  assert.equal(text(4).split('\r\n')[0], 'time\tv\tp\th[0]\th[1]\tn')
  for (const format of [2, 3, 4] as const)
    assert.equal(text(format).split('\r\n')[1], text((format + 3) as 5).trimEnd())
  const unknown = { ...record, cells: [[1], [Number.NaN], [0, 0], '\u00c3\u00bc'] }
  assert.equal(text(5, unknown), '2026-11-15T14:05:09.250;1;;0;0;ü\r\n')
})

test('DAT is a header and records of one size, byte by byte', () => {
  const bytes = Buffer.concat([dat.header(columns.slice(0, 1)), dat.record(columns.slice(0, 1), record)])
  // Magic, version 1, header of 17, records of 10, one column: U16, one value, "v"; the time, 230.
  assert.equal(bytes.toString('hex'), '4242544c00010011000a00010300010176000001a1df18d60200e6')
})

const names = fc.stringMatching(/^[A-Za-z_]\w{0,31}$/)
const numberType = fc.constantFrom('BIT', 'U8', 'S8', 'U16', 'S16', 'U32', 'S32', 'F32')
const columnWithCells = (count: number): fc.Arbitrary<{ column: Column; cells: Cell[] }> =>
  fc.oneof(
    fc.tuple(names, numberType, fc.integer({ min: 1, max: 9 })).chain(([name, type, length]) => {
      const [min, max] = rangeOf[type]
      const value = type === 'F32' ? fc.float() : fc.integer({ min, max })
      const cell = fc.array<number>(value, { minLength: length, maxLength: length })
      return fc
        .array(cell, { minLength: count, maxLength: count })
        .map((cells) => ({ column: { name, type, textBytes: 0, length, slot: 0 }, cells }))
    }),
    fc.tuple(names, fc.integer({ min: 1, max: 255 })).chain(([name, textBytes]) => {
      const byte = fc.integer({ min: 1, max: 255 })
      const cell = fc.array(byte, { maxLength: textBytes }).map((all) => String.fromCharCode(...all))
      return fc
        .array(cell, { minLength: count, maxLength: count })
        .map((cells) => ({ column: { name, type: 'STR' as const, textBytes, length: null, slot: 0 }, cells }))
    }),
  )

const table = fc
  .nat(4)
  .chain((count) =>
    fc.tuple(
      fc.array(columnWithCells(count), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { minLength: count, maxLength: count }),
    ),
  )

test('reads back written DAT files, also without their end', () => {
  fc.assert(
    fc.property(table, fc.nat(20), ([described, times], missing) => {
      const all = described.map(({ column }) => column)
      const rows = times.map((atMs, at) => ({
        atMs,
        local: new Date(0),
        cells: described.map(({ cells }) => cells[at] ?? []),
      }))
      const header = dat.header(all)
      const bytes = Buffer.concat([header, ...rows.map((row) => dat.record(all, row))])
      const complete = readDat(bytes)
      assert.ok('records' in complete)
      assert.deepEqual(complete.columns, all)
      assert.deepEqual(
        complete.records,
        rows.map(({ atMs, cells }) => ({ atMs, cells })),
      )
      if (rows.length === 0 || missing === 0) return
      const cut = readDat(bytes.subarray(0, Math.max(header.length, bytes.length - missing)))
      assert.ok('records' in cut)
      assert.deepEqual(cut.records, complete.records.slice(0, cut.records.length))
    }),
    { numRuns: 300 },
  )
})

test('reading never throws, whatever the bytes', () => {
  const header = dat.header(columns)
  const bytes = Buffer.concat([header, dat.record(columns, record), dat.record(columns, record)])
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(),
      (changes, cut) => {
        const damaged = Buffer.from(bytes)
        for (const [at, value] of changes) damaged[at] = value
        assert.equal(typeof readDat(damaged.subarray(0, cut % (bytes.length + 1))), 'object')
      },
    ),
    { numRuns: 1000 },
  )
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (any) => assert.ok('error' in readDat(any))))
})
