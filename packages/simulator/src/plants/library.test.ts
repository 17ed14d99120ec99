import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { compileValue, readExtent } from '@busbar/modbus'
import { templates } from '@busbar/templates'
import { alertsOf, type DefaultCondition } from '@busbar/templates/defaults'
import { hourMs } from '../devices/processes/clock.ts'
import { plantProblem } from '../plant/description.ts'
import { Plant } from '../plant/plant.ts'
import { library } from './library.ts'

const startMs = Date.UTC(2026, 4, 4)
const description = library()
const families = [...new Set(templates().values())]
const units = description.sites.flatMap(({ id, devices }) => devices.map(({ unit, sku }) => ({ id, unit, sku })))

test('every family of the library is there, once', () => {
  assert.equal(plantProblem(description), null)
  assert.equal(units.length, families.length)
  assert.deepEqual(new Set(units.map(({ sku }) => templates().get(sku))), new Set(families))
})

const clock = new VirtualClock()
const plant = new Plant(description, { clock, startMs })

test('all parameters of all families are read without a gap', () => {
  for (const { id, unit, sku } of units) {
    const device = plant.site(id).device(unit)
    for (const param of templates().get(sku)?.paramTemplates ?? []) {
      const { address, count } = readExtent(param)
      const words = device?.read(param.registerKind, address, count)
      assert.ok(words instanceof Uint16Array, `${sku} ${param.label}: ${String(words)}`)
      const value = compileValue(param).decode(words)
      assert.ok('ok' in value, `${sku} ${param.label}: ${JSON.stringify(value)}`)
      if (param.enum !== undefined) assert.ok(value.ok in param.enum, `${sku} ${param.label}: ${value.ok}`)
    }
  }
})

const holds = ({ kind, value, deadband }: DefaultCondition, shown: number): boolean => {
  if (kind === 'g') return shown > value - deadband
  if (kind === 'l') return shown < value + deadband
  return kind === 'eq' ? shown === value : kind === 'neq' && shown !== value
}

/** Their events are intended: these simulate faults, storms and heat. */
const eventful = new Set(['em1p', 'em3p', 'inverter', 'pump', 'rpm416', 'thermo', 'weather', 'em130'])

describe('no default alert of a unit in good order becomes active, at any hour of two days', () => {
  for (let hours = 0; hours < 48; hours += 3) {
    test(`after ${hours} h`, () => {
      clock.advance(hours * hourMs - clock.now())
      for (const { id, unit, sku } of units.filter((one) => !eventful.has(one.sku))) {
        const device = plant.site(id).device(unit)
        const template = templates().get(sku)
        for (const { name, conditionLogic, conditions } of template === undefined ? [] : alertsOf(template)) {
          const met = conditions.filter((one) => holds(one, Number(device?.value(one.label))))
          const isActive = conditionLogic === 'any' ? met.length > 0 : met.length === conditions.length
          assert.ok(
            !isActive,
            `${sku}: ${name.en}: ${met.map(({ label }) => `${label} ${device?.value(label)}`).join()}`,
          )
        }
      }
    })
  }
})
