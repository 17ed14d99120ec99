import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { PackedDoubles, PackedInstants, PackedIntegers } from './packed-array.ts'
import { testDatabase } from './testing/test-database.ts'

const integers = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 200 })
const doubles = fc.array(fc.double({ noNaN: true }), { maxLength: 200 })
const instants = fc.array(fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }))

test('the server reads packed arrays', async () => {
  const { sql } = await testDatabase()
  await fc.assert(
    fc.asyncProperty(integers, doubles, instants, async (whole, real, times) => {
      const [packedWhole, packedReal, packedTimes] = [new PackedIntegers(), new PackedDoubles(), new PackedInstants(3)]
      for (const value of whole) packedWhole.add(value)
      for (const value of real) packedReal.add(value)
      for (const value of times) packedTimes.add(value.getTime())
      const [row] = await sql<[{ whole: number[]; real: number[]; times: Date[] }]>`
        select ${packedWhole}::integer[] as whole, ${packedReal}::double precision[] as real, ${packedTimes}::timestamptz[] as times`
      assert.deepEqual(row.whole, whole)
      assert.deepEqual(row.real, real)
      assert.deepEqual(row.times, times)
    }),
    { numRuns: 50 },
  )
})

test('sends only what remains after truncation', async () => {
  const { sql } = await testDatabase()
  const packed = new PackedIntegers()
  for (const value of [1, 2, 3]) packed.add(value)
  packed.cutTo(1)
  packed.add(4)
  const [row] = await sql<[{ list: number[] }]>`select ${packed}::integer[] as list`
  assert.deepEqual(row.list, [1, 4])
})

test("refuses values outside the server's integer range", () => {
  const packed = new PackedIntegers()
  for (const value of [2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN]) assert.throws(() => packed.add(value), RangeError)
  assert.equal(packed.length, 0)
})
