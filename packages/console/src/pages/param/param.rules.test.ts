import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf } from './changes.rules.ts'
import { foundIn, picksOf } from './picks.rules.ts'

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

test('an empty field takes away what may be missing, and commas are decimal points', () => {
  const typed = new Map([
    ['name', ' Mains '],
    ['unitName', ''],
    ['precision', '2'],
    ['multiplier', '0,1'],
    ['shift', ''],
    ['min', ''],
    ['max', '10,5'],
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
    address: 12,
    isTracked: true,
    isProgrammable: false,
  })
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

test('parameters are found by words of their name and place', () => {
  const parameter = { slug: 'u', fullName: '', address: 0, isProgrammable: false }
  const picks = picksOf({
    1: {
      name: 'Hall',
      slug: 'hall',
      solution: 'standalone',
      ip: '',
      port: 0,
      devices: {
        2: {
          name: 'Meter',
          slug: 'meter',
          modbusUnitId: 1,
          parameters: {
            7: { ...parameter, name: 'Voltage', label: 'U1', unitName: 'V', isTracked: true },
            8: { ...parameter, name: 'Serial number', isTracked: false },
            9: { ...parameter, name: 'Current', isTracked: true },
          },
        },
      },
    },
  })
  assert.deepEqual(picks, [
    { id: 7, name: 'Voltage [U1], V', place: 'Hall › Meter' },
    { id: 9, name: 'Current', place: 'Hall › Meter' },
  ])
  const found = (text: string): number[] => foundIn(picks, text).map(({ id }) => id)
  assert.deepEqual([found(''), found('hall volt'), found('METER'), found('pump')], [[7, 9], [7], [7, 9], []])
})
