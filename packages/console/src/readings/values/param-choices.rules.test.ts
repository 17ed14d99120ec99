import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matching } from '../../data/format/search.rules.ts'
import { choicesOf, choiceText } from './param-choices.rules.ts'

const param = { slug: 'u', fullName: 'Voltage L1', address: 1, isTracked: true, isProgrammable: false }
const device = { slug: 'm', modbusUnitId: 1 }
const net = { slug: 'n', solution: 'standalone', ip: '', port: 0 } as const
const choices = choicesOf({
  1: {
    ...net,
    name: 'Workshop',
    devices: {
      2: {
        ...device,
        name: 'Main meter',
        parameters: { 3: { ...param, name: 'Voltage', unitName: 'V' }, 4: { ...param, name: 'Current', slug: 'i' } },
      },
    },
  },
})

test('every parameter is a choice with where it is', () => {
  assert.deepEqual(
    choices.map(({ id, deviceId, netName, unit }) => [id, deviceId, netName, unit]),
    [
      [3, 2, 'Workshop', 'V'],
      [4, 2, 'Workshop', ''],
    ],
  )
  assert.equal(choices[0] && choiceText(choices[0]), 'Main meter · Voltage')
})

for (const [typed, found] of [
  ['', [3, 4]],
  ['volt', [3, 4]],
  ['VOLTAGE main', [3, 4]],
  ['current', [4]],
  ['main meter · Voltage', [3, 4]],
  ['curr work', [4]],
  ['boiler', []],
] as const) {
  test(`"${typed}" finds ${found.length}`, () => {
    assert.deepEqual(
      matching(choices, typed).map(({ id }) => id),
      found,
    )
  })
}
