import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineFamilies } from '../build/config.ts'
import { familyFor, isDone, readPdu, wordIn, writePdu } from './line-family.rules.ts'

const families = lineFamilies()

test('families of the shipped templates are known, with their rates', () => {
  assert.ok(families.length >= 15)
  const thermo = families.find(({ unitId }) => unitId.address === 10)
  assert.deepEqual(thermo?.baudRate?.values, { 9600: 0, 19_200: 1, 38_400: 2, 57_600: 3, 115_200: 4 })
  assert.equal(new Set(families.map(({ name }) => name)).size, families.length)
})

for (const [text, found] of [
  ['PZEM-004T', true],
  ['pzem 004t', true],
  ['', false],
  ['Oven in the hall', false],
] as const)
  test(`finds the family of a unit named "${text}"`, () => assert.equal(familyFor(families, text) !== undefined, found))

test('requests and answers, as bytes', () => {
  assert.deepEqual(readPdu(254), [3, 0, 254, 0, 1])
  assert.deepEqual(writePdu({ isMany: false }, 258, 7), [6, 1, 2, 0, 7])
  assert.deepEqual(writePdu({ isMany: true }, 10, 300), [16, 0, 10, 0, 1, 2, 1, 44])
  assert.deepEqual([wordIn([3, 2, 1, 2]), wordIn([0x83, 2]), wordIn([])], [258, null, null])
  assert.deepEqual([isDone([6, 0, 10, 0, 7]), isDone([0x86, 2]), isDone([])], [true, false, false])
})
