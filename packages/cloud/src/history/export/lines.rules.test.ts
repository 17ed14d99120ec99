import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protocolReader } from '@busbar/import'
import * as fc from 'fast-check'
import type { ExportedParam } from './export.sql.ts'
import { gapLine, jsonLine, protocolLine } from './lines.rules.ts'

const power: ExportedParam = { id: 7, slug: 'power', deviceSlug: 'meter', netSlug: 'hall', valueType: 'f32' }
const state: ExportedParam = { ...power, id: 8, slug: 'state', valueType: 'string' }

test('lines of files', () => {
  assert.equal(
    jsonLine(power, { time: 0, value: 1e-7, text: undefined }),
    '{"t":"1970-01-01T00:00:00.000Z","p":7,"v":0.0000001}\n',
  )
  assert.equal(
    jsonLine(state, { time: 0, value: Number.NaN, text: 'a"b' }),
    '{"t":"1970-01-01T00:00:00.000Z","p":8,"v":"a\\"b"}\n',
  )
  assert.equal(
    gapLine(power, { from: 0, till: 1000, polls: 2, reason: 'Timeout' }),
    '{"t":"1970-01-01T00:00:00.000Z","till":"1970-01-01T00:00:01.000Z","p":7,"e":"Timeout"}\n',
  )
  assert.equal(
    protocolLine(power, { time: 100, value: 2.5, text: undefined }),
    'busbar,device=meter,net=hall power=2.5 100000000\n',
  )
  assert.equal(
    protocolLine(state, { time: 100, value: Number.NaN, text: '12' }),
    'busbar,device=meter,net=hall state="12" 100000000\n',
  )
})

test('exported line protocol can be imported again', () => {
  const value = fc.integer({ min: -1e12, max: 1e12 }).map((scaled) => scaled / 1e4)
  const text = fc
    .string({ unit: fc.constantFrom('a', ' ', '"', '\\', ',', '='), minLength: 1 })
    .map((one) => `x${one}x`)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), value, text, (time, number, words) => {
      const read = (line: string) => protocolReader('ns')(line.trimEnd(), 1)
      const name = 'busbar,device=meter,net=hall'
      assert.deepEqual(read(protocolLine(power, { time, value: number, text: undefined })), [
        { name: `${name}:power`, time, value: String(number) },
      ])
      assert.deepEqual(read(protocolLine(state, { time, value: Number.NaN, text: words })), [
        { name: `${name}:state`, time, value: words },
      ])
    }),
  )
})
