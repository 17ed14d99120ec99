import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates } from '@busbar/templates'
import { createDevice, isSimulated, simulatedSkus } from './device.ts'
import { hourMs, installedMs } from './processes/clock.ts'

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

test('numbers are usual for their units, and counters count', () => {
  const at = (hours: number) =>
    createDevice({ sku: 'sunspec-meter', seed: 7, time: () => installedMs + hours * hourMs })
  assert.ok(Math.abs(Number(at(5).value('U1')) - 230) < 10)
  assert.ok(Math.abs(Number(at(5).value('F')) - 50) <= 1)
  const energies = [0, 10, 1000].map((hours) => Number(at(hours).value('E_imp')))
  assert.deepEqual(
    energies,
    energies.toSorted((a, b) => a - b),
  )
  assert.ok((energies[2] ?? 0) > 100)
})

test('a map of several of one name answers the question that tells it', () => {
  const modelOf = (sku: string) => createDevice({ sku, seed: 1, time: () => installedMs }).read('holding', 40_069, 1)
  assert.deepEqual(modelOf('sunspec-inverter-65'), Uint16Array.of(101))
  assert.equal(modelOf('sunspec-inverter'), 2)
})

test('what is programmable keeps what was written', () => {
  const device = createDevice({ sku: 'siemens-v20', seed: 1, time: () => installedMs })
  assert.equal(device.write('holding', 10, [1250]), undefined)
  assert.equal(device.value('t_up'), '12.5')
  assert.equal(device.write('holding', 10, [65_001]), 3)
})

test('what the library does not know is not simulated', () => {
  assert.equal(isSimulated('toaster'), false)
  assert.equal(isSimulated('keba-p30'), true)
})
