import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteOrders } from '@busbar/modbus'
import * as fc from 'fast-check'
import { type CellField, emptyRow, type MapRow, readRows, rowOf } from './cells.rules.ts'
import type { ParamTemplate } from './variants.rules.ts'

const voltage: ParamTemplate = {
  label: 'U1',
  name: { en: 'Voltage', pl: 'Napięcie' },
  category: { en: 'Mains' },
  address: 10,
  registerKind: 'input',
  valueType: 'f32',
  unitName: 'V',
  multiplier: '0.10',
  isTracked: true,
  isProgrammable: false,
}
const typed = (row: MapRow, cells: Partial<MapRow['cells']>): MapRow => ({ ...row, cells: { ...row.cells, ...cells } })

const texts = fc.stringMatching(/^[a-z;=\\]{1,8}$/)
const params: fc.Arbitrary<ParamTemplate> = fc.record(
  {
    name: fc.oneof(texts, fc.record({ en: texts, pl: texts }, { noNullPrototype: true })),
    address: fc.integer({ min: 0, max: 1000 }),
    registerKind: fc.constant('holding' as const),
    valueType: fc.constantFrom('u16' as const, 's32' as const),
    order: fc.constantFrom(...byteOrders),
    multiplier: fc.constantFrom('0.1', '1.234', 10),
    precision: fc.integer({ min: 0, max: 12 }),
    enum: fc.dictionary(fc.nat(9).map(String), texts, { minKeys: 1, noNullPrototype: true }),
    nanValues: fc.constant(['32767', '65535']),
    isTracked: fc.boolean(),
    slug: fc.constant('volts'),
  },
  { requiredKeys: ['name', 'address', 'registerKind', 'valueType'], noNullPrototype: true },
) as fc.Arbitrary<ParamTemplate>

test('keeps fields that cells do not show', () => {
  fc.assert(
    fc.property(params, fc.constantFrom('en' as const, 'pl' as const), (param, language) => {
      const row = rowOf(param, 1, language)
      assert.deepEqual(readRows([row], language).params, [param])
      // Typed again as it is shown, it says the same.
      const anew = readRows([{ ...row, from: null }], language).params[0]
      assert.deepEqual(rowOf(anew as ParamTemplate, 1, language).cells, row.cells)
    }),
  )
})

test('a text is changed in the language in which it is shown', () => {
  const [polish] = readRows([typed(rowOf(voltage, 1, 'pl'), { name: 'U', category: 'Sieć' })], 'pl').params
  assert.deepEqual([polish?.name, polish?.category], [{ en: 'Voltage', pl: 'U' }, { en: 'Sieć' }])
  const [english] = readRows([typed(rowOf(voltage, 1, 'en'), { name: 'U' })], 'en').params
  assert.deepEqual(english?.name, { en: 'U', pl: 'Napięcie' })
})

for (const [field, text, gives] of [
  ['address', '', { kind: 'missing' }],
  ['address', '0x1F', null],
  ['address', '70000', { kind: 'range', from: 0, till: 65_535 }],
  ['address', 'ten', { kind: 'whole' }],
  ['name', ' ', { kind: 'missing' }],
  ['multiplier', '0,1', null],
  ['multiplier', '1e3', null],
  ['multiplier', '1,500', { kind: 'ambiguous', readings: ['1500', '1.5'] }],
  ['multiplier', 'ten', { kind: 'number' }],
  ['address', '1,500', null],
  ['order', 'BCDA', { kind: 'choice' }],
  ['enum', '0=off; 1=on', null],
  ['enum', 'off', { kind: 'codes' }],
  ['precision', '13', { kind: 'range', from: 0, till: 12 }],
] as const) {
  test(`${field} ${JSON.stringify(text)}: ${gives?.kind ?? 'right'}`, () => {
    const { problems } = readRows([typed(rowOf(voltage, 7, 'en'), { [field]: text })], 'en')
    assert.deepEqual(problems.get(7)?.[field as CellField] ?? null, gives)
  })
}

test('labels are each there once, and what does not fit together is said at its cell', () => {
  const rows = [
    rowOf(voltage, 1, 'en'),
    rowOf(voltage, 2, 'en'),
    typed(rowOf({ ...voltage, label: 'C' }, 3, 'en'), { registerKind: 'coil' }),
  ]
  const { problems, params: read } = readRows(rows, 'en')
  assert.deepEqual([...problems.keys()], [2, 3])
  assert.equal(problems.get(2)?.label?.kind, 'taken')
  assert.equal(problems.get(3)?.valueType?.kind, 'format')
  assert.equal(read.length, 2)
})

test('a new line goes on where the one before it ends', () => {
  const row = emptyRow(2, rowOf(voltage, 1, 'en'))
  assert.deepEqual([row.cells.address, row.cells.valueType, row.cells.registerKind], ['12', 'f32', 'input'])
  assert.deepEqual(readRows([typed(row, { name: 'I' })], 'en').params, [
    {
      name: 'I',
      address: 12,
      registerKind: 'input',
      valueType: 'f32',
      order: 'ABCD',
      isTracked: true,
      isProgrammable: false,
    },
  ])
})
