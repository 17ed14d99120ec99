import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { alikeConditions, proposedAlerts } from './proposed-alerts.rules.ts'

const volts = { isTracked: true, unitName: 'V', valueType: 'f32' }
const params = ['U1', 'U2'].map((label, at) => ({ id: at + 1, label, ...volts }))
const family = { kind: 'meter' as const, paramTemplates: params }
const watching = (...kinds: ('g' | 'l' | 'no-data')[]) => [
  { alertId: 9, conditions: params.flatMap(({ id }) => kinds.map((kind) => ({ paramId: id, kind }))) },
]

describe('alerts that are proposed for a device', () => {
  const rows: [there: ReturnType<typeof watching>, names: string[]][] = [
    [[], ['Voltage out of range', 'No readings']],
    [watching('g'), ['Voltage out of range', 'No readings']],
    [watching('g', 'l'), ['No readings']],
    [watching('no-data'), ['Voltage out of range']],
    [watching('g', 'l', 'no-data'), []],
  ]
  for (const [there, names] of rows)
    test(names.join(', ') || 'none', () =>
      assert.deepEqual(
        proposedAlerts(family, params, there).map(({ name }) => name.en),
        names,
      ),
    )
})

test('groups conditions of several parameters', () => {
  const [voltage] = proposedAlerts(family, params, [])
  assert.deepEqual(
    alikeConditions(voltage?.conditions ?? []).map(({ kind, value, paramIds }) => [kind, value, paramIds]),
    [
      ['l', 207, [1, 2]],
      ['g', 253, [1, 2]],
    ],
  )
})
