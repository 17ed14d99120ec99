import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from './param-readings.rules.ts'

const param = {
  id: 7,
  deviceId: 1,
  fullName: 'Meter: Voltage',
  slug: 'u',
  name: { en: 'Voltage', pl: 'Napięcie' },
  address: 4,
  registerKind: 'holding',
  valueType: 'u16',
  isTracked: true,
  isProgrammable: false,
} as const

test('an empty field removes an optional value, and numbers stay unchanged', () => {
  const typed = new Map([
    ['name', ' Mains '],
    ['unitName', ''],
    ['precision', '2'],
    ['multiplier', '0.1'],
    ['shift', ''],
    ['min', ''],
    ['max', '10.5'],
    ['rolloverAt', '100000'],
    ['hourlyMax', ''],
    ['nanValues', ' 0xFFFF, 32767;0x8000 '],
    ['address', '12'],
    ['isTracked', 'on'],
  ])
  assert.deepEqual(changesOf(typed, param, 'en'), {
    name: { en: 'Mains', pl: 'Napięcie' },
    label: null,
    unitName: null,
    precision: 2,
    multiplier: '0.1',
    min: null,
    max: '10.5',
    rolloverAt: '100000',
    hourlyMax: null,
    nanValues: ['0xFFFF', '32767', '0x8000'],
    address: 12,
    isTracked: true,
    isProgrammable: false,
  })
})

test('an empty field removes the mark of missing values; without one nothing changes', () => {
  const typed = new Map([['nanValues', ' ']])
  assert.equal('nanValues' in changesOf(typed, param, 'en'), false)
  assert.equal(changesOf(typed, { ...param, nanValues: ['0xFFFF'] }, 'en').nanValues, null)
})

for (const [before, language, gives] of [
  ['Old', 'en', 'New'],
  ['Old', 'uk', { en: 'Old', uk: 'New' }],
  [{ en: 'Old', pl: 'Stary' }, 'pl', { en: 'Old', pl: 'New' }],
] as const) {
  test(`${JSON.stringify(before)} is renamed in ${language}`, () => {
    assert.deepEqual(changesOf(new Map([['name', 'New']]), { ...param, name: before }, language).name, gives)
  })
}
