import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates } from '@busbar/templates'
import { createDevice, isSimulated, simulatedSkus } from './device.ts'
import { hourMs, installedMs } from './processes/clock.ts'

type PowerOf = (label: string) => number

const library = [...new Set(templates().values())].flatMap(({ skus: [sku = ''], paramTemplates }) =>
  simulatedSkus.includes(sku) ? [] : [{ sku, paramTemplates }],
)

test('every family of the library is simulated from its template: all parameters can be read, within bounds, in known states', () => {
  assert.ok(library.length > 100)
  for (const { sku, paramTemplates } of library) {
    for (const hours of [0, 30, 20_000]) {
      const device = createDevice({ sku, seed: hours, time: () => installedMs + hours * hourMs })
      for (const { label, valueType, min = -Infinity, max = Infinity, enum: known } of paramTemplates) {
        const value = device.value(label)
        if (valueType === 'string') continue
        assert.ok(Number(value) >= Number(min) && Number(value) <= Number(max), `${sku} ${label} ${value}`)
        if (known) assert.ok(value in known, `${sku} ${label} ${value}`)
      }
    }
  }
})

const at = (sku: string, hours: number) => createDevice({ sku, seed: 7, time: () => installedMs + hours * hourMs })
const number = (sku: string, label: string, hours = 30): number => Number(at(sku, hours).value(label))

for (const [sku, label, least, most] of [
  ['sunspec-meter', 'U1', 220, 240],
  ['sunspec-meter', 'F', 49.9, 50.1],
  ['sunspec-meter', 'PF_total', 90, 100],
  ['eastron-sdm630', 'PF_total', 0.9, 1],
  ['danfoss-fc51', 'F', 40, 45],
  ['carel-ir33', 'T', 0, 6],
  ['comap-intelilite', 'T_coolant', 70, 95],
  ['keba-p30', 'I1', 6, 16],
  ['victron-tank', 'level', 0, 100],
  ['goodwe-et', 'soc', 0, 100],
] as const) {
  test(`${label} of ${sku} is usual for what it means`, () => {
    for (const hours of [0, 7, 13, 5000]) {
      const value = number(sku, label, hours)
      assert.ok(value >= least && value <= most, `${value}`)
    }
  })
}

/** In the middle of each quarter-hour of two days. */
const moments = Array.from({ length: 192 }, (_, n) => 1000 + n / 4 + 1 / 8)

for (const [sku, power, counters] of [
  ['eastron-sdm630', (p: PowerOf) => p('P_total'), { E_imp: 1 }],
  ['shelly-pro-3em', (p: PowerOf) => p('P2'), { E_imp2: 1 }],
  ['keba-p30', (p: PowerOf) => p('P'), { E: 1 }],
  ['goodwe-et', (p: PowerOf) => p('P_pv1') + p('P_pv2'), { E_total: 1 }],
  ['goodwe-et', (p: PowerOf) => p('P_bat'), { E_discharge: 1, E_charge: -1 }],
  ['goodwe-et', (p: PowerOf) => p('P_grid'), { E_exp: 1, E_imp: -1 }],
  ['solaredge-meter', (p: PowerOf) => p('P_total'), { E_exp: 1, E_imp: -1 }],
] as const) {
  test(`${Object.keys(counters).join(' and ')} of ${sku} grow by the energy under the power shown`, () => {
    const energy = moments.reduce((sum, hours) => sum + power((label) => number(sku, label, hours)) / 4000, 0)
    const counted = Object.entries(counters).reduce(
      (sum, [label, sign]) => sum + sign * (number(sku, label, 1048) - number(sku, label, 1000)),
      0,
    )
    assert.ok(Math.abs(energy - counted) < 0.02 * Math.abs(energy) + 0.3, `${energy} kWh, counted ${counted}`)
  })
}

test('the load equals the sum of panels, battery and grid', () => {
  for (const hours of [3, 10, 15, 22]) {
    const [pv, battery, grid, load] = ['P_pv', 'P_bat', 'P_grid', 'P_load'].map((label) => number('e3dc', label, hours))
    assert.ok(Math.abs(Number(pv) - Number(battery) + Number(grid) - Number(load)) <= 3)
  }
})

test('a map of several of one name answers the question that tells it', () => {
  const modelOf = (sku: string) => createDevice({ sku, seed: 1, time: () => installedMs }).read('holding', 40_069, 1)
  assert.deepEqual(modelOf('sunspec-inverter-65'), Uint16Array.of(101))
  assert.equal(modelOf('sunspec-inverter'), 2)
})

test('programmable parameters keep written values', () => {
  const device = createDevice({ sku: 'siemens-v20', seed: 1, time: () => installedMs })
  assert.equal(device.write('holding', 10, [1250]), undefined)
  assert.equal(device.value('t_up'), '12.5')
  assert.equal(device.write('holding', 10, [65_001]), 3)
})

test('unknown SKUs are not simulated', () => {
  assert.equal(isSimulated('toaster'), false)
  assert.equal(isSimulated('keba-p30'), true)
})
