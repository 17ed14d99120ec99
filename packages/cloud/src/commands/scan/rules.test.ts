import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { byteOrders, encodeValue } from '@busbar/modbus'
import type { ExchangeResult } from '@busbar/polling'
import type { Probe } from '@busbar/templates'
import * as fc from 'fast-check'
import type { TemplateLine } from '../../devices/templates/templates.sql.ts'
import { probeVariant } from '../../field/scan/probe-variant.ts'
import { fakeClient } from '../../field/scan/testing/fake-client.ts'
import { blockHints, blockTexts, blockTypes, blockValues } from './block.rules.ts'
import { candidatesFor, withVariants } from './candidates.rules.ts'
import { tryTemplate } from './try-template.ts'

test('a block is shown as every type and order from each register on', () => {
  const rows = blockValues([0x436e, 0x0000, 0x1234])
  assert.deepEqual(
    rows.map((values) => Object.keys(values)),
    [
      ['u16', 's16', 'u32', 's32', 'f32', 'unixtime'],
      ['u16', 's16', 'bcd16', 'u32', 's32', 'f32', 'bcd32', 'unixtime'],
      ['u16', 's16', 'bcd16'],
    ],
  )
  assert.deepEqual(rows[0]?.u16, { ABCD: '17262', BADC: '28227' })
  assert.equal(rows[0].f32?.ABCD, '238')
  assert.deepEqual(rows[2]?.bcd16, { ABCD: '1234', BADC: '3412' })
  assert.deepEqual(blockTexts([0x4142, 0x4300]), { ABCD: 'ABC', BADC: 'BA' })
})

test('a value is found wherever it is, whatever its order', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...blockTypes.filter((type) => type !== 'unixtime')),
      fc.constantFrom(...byteOrders),
      fc.integer({ min: 100, max: 9999 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: -1, max: 1 }),
      (valueType, order, value, offset, steps) => {
        const encoded = encodeValue({ valueType, order }, String(value))
        assert.ok('ok' in encoded)
        const words = [...Array(offset).fill(0), ...encoded.ok.words, 0, 0]
        const hints = blockHints(blockValues(words), value, Math.max(0, offset - steps))
        const hint = hints.find((one) => one.offset === offset && one.multiplier === '1' && Number(one.value) === value)
        assert.ok(hint, JSON.stringify({ valueType, order, hints }))
        assert.equal(hint.steps, offset - Math.max(0, offset - steps))
      },
    ),
  )
})

test('finds scaled values, and does not search for zero', () => {
  const rows = blockValues([2298, 7])
  assert.deepEqual(blockHints(rows, 229.8, 0).filter(({ order }) => order === 'ABCD')[0], {
    offset: 0,
    steps: 0,
    valueType: 'u16',
    order: 'ABCD',
    multiplier: '0.1',
    value: '2298',
  })
  assert.deepEqual(blockHints(rows, 0, 0), [])
})

test('templates that may be a device’s', () => {
  const line = (id: number, manufacturer: string, name: string, sku: string, orgId = 0) => ({
    id,
    orgId,
    name,
    manufacturer,
    version: '1',
    skus: [sku],
    kind: null,
    paramCount: 1,
    variant: null,
  })
  const lines = [
    line(1, 'Eastron', 'SDM630 three-phase energy meter', 'eastron-sdm630'),
    line(2, 'Eastron', 'SDM120 single-phase energy meter', 'eastron-sdm120'),
    line(3, 'ABB', 'B23 meter', 'abb-b23'),
    line(4, 'Ours', 'Own SDM630', 'eastron-sdm630', 7),
    ...Array.from({ length: 6 }, (_, i) => line(10 + i, 'Many', `M${i}`, `m-${i}`)),
  ]
  const rows: [identity: Parameters<typeof candidatesFor>[1], hint: string | undefined, gives: [number, string][]][] = [
    [{}, undefined, []],
    [{ vendorName: 'Nobody' }, 'three-phase', []],
    [
      { productCode: 'Eastron SDM630' },
      undefined,
      [
        [4, 'sku'],
        [1, 'sku'],
        [2, 'text'],
      ],
    ],
    [
      { vendorName: 'EASTRON', modelName: 'SDM120-M' },
      undefined,
      [
        [2, 'text'],
        [1, 'text'],
      ],
    ],
    [{}, 'abb b23 112', [[3, 'text']]],
    [{ vendorName: 'Many' }, undefined, [10, 11, 12, 13, 14].map((id) => [id, 'text'])],
  ]
  for (const [identity, hint, gives] of rows) {
    assert.deepEqual(
      candidatesFor(lines, identity, hint).map(({ line: { id }, matched }) => [id, matched]),
      gives,
      JSON.stringify({ identity, hint }),
    )
  }
})

test('a template comes with all its variants', () => {
  const note = { en: 'a', pl: 'b', ru: 'c', uk: 'd' }
  const of = (id: number, family: string | null): TemplateLine => ({
    id,
    orgId: 0,
    name: `T${id}`,
    manufacturer: 'M',
    version: '1',
    skus: [],
    kind: null,
    paramCount: 1,
    variant: family === null ? null : { of: family, note },
  })
  const all = [of(1, 'a'), of(2, 'a'), of(3, 'b'), of(4, null), of(5, 'a')]
  const [first, , , plain] = all as [TemplateLine, TemplateLine, TemplateLine, TemplateLine]
  const found = withVariants(
    [
      { line: plain, matched: 'text' },
      { line: first, matched: 'sku' },
    ],
    all,
  )
  assert.deepEqual(
    found.map(({ line, matched }) => [line.id, matched]),
    [
      [4, 'text'],
      [1, 'sku'],
      [2, 'sku'],
      [5, 'sku'],
    ],
  )
})

test('a unit tells by one register whether a map is its own', async () => {
  const voltage: Probe = { registerKind: 'input', address: 0, valueType: 'f32', min: 1 }
  const version: Probe = { registerKind: 'holding', address: 9, valueType: 'u16', min: 200, max: 299 }
  const rows: [probe: Probe | undefined, answer: ExchangeResult<number[]>, gives: string][] = [
    [voltage, { ok: [0x4366, 0x3333] }, 'yes'],
    [voltage, { ok: [0, 0] }, 'no'],
    [voltage, { ok: [0x7fc0, 0] }, 'no'],
    [voltage, { err: 'IllegalDataAddress' }, 'no'],
    [voltage, { err: 'timeout' }, 'unknown'],
    [voltage, { err: 'ServerDeviceBusy' }, 'unknown'],
    [{ ...voltage, absent: true }, { ok: [0x4366, 0x3333] }, 'no'],
    [{ ...voltage, absent: true }, { ok: [0, 0] }, 'yes'],
    [{ ...voltage, absent: true }, { err: 'IllegalDataAddress' }, 'yes'],
    [{ ...voltage, absent: true }, { err: 'timeout' }, 'unknown'],
    [{ ...voltage, order: 'CDAB' }, { ok: [0x3333, 0x4366] }, 'yes'],
    [version, { ok: [210] }, 'yes'],
    [version, { ok: [300] }, 'no'],
    [undefined, { ok: [1] }, 'unknown'],
  ]
  for (const [probe, answer, gives] of rows) {
    const { client, requests } = fakeClient((_, { fn }) =>
      'ok' in answer ? { ok: { fn, words: answer.ok } as never } : answer,
    )
    assert.equal(await probeVariant(client, 7, probe), gives, JSON.stringify([probe, answer]))
    assert.equal(requests.length, probe === undefined ? 0 : 1)
  }
})

test('a template is tried with what a device has; what it says it has not counts for nothing', async () => {
  const named = {
    name: { en: 'x' },
    registerKind: 'holding' as const,
    valueType: 'u16' as const,
    nanValues: ['0xFFFF'],
  }
  const paramTemplates = [0, 1, 2].map((address) => ({ ...named, address, isTracked: true, max: 100 }))
  const rows: [words: number[], tried: number, fitting: number][] = [
    [[7, 8, 9], 3, 3],
    [[7, 0xffff, 9], 2, 2],
    [[7, 0xffff, 0xfffe], 2, 1],
    [[0xffff, 0xffff, 0xffff], 0, 0],
  ]
  for (const [words, tried, fitting] of rows) {
    const { client } = fakeClient((_, { fn }) => ({ ok: { fn, words } as never }))
    const trial = await tryTemplate(client, new VirtualClock(), 7, { paramTemplates, readGroupSize: 10 })
    assert.deepEqual(trial, { tried, fitting }, words.join())
  }
})
