import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type DeviceParam, pictureOfDevice } from './device-diagram.ts'
import { boxOf } from './diagram-model.ts'
import { savedOf } from './load-diagram.ts'

interface Template {
  paramTemplates: {
    label?: string
    name: { en: string }
    unitName?: string
    valueType: string
    isProgrammable?: boolean
    enum?: object
  }[]
}

const paramsOf = (sku: string): DeviceParam[] => {
  const url = new URL(`../../../../templates/${sku}.json`, import.meta.url)
  const { paramTemplates } = JSON.parse(readFileSync(url, 'utf8')) as Template
  return paramTemplates.map(({ label, name, unitName, valueType, isProgrammable = false, enum: states = {} }, i) => ({
    id: i + 1,
    name: name.en,
    label,
    unitName,
    valueType,
    isTracked: true,
    isWritable: isProgrammable,
    statesCount: Object.keys(states).length,
  }))
}

for (const [sku, symbol, valuesMin] of [
  ['pump', 'pump', 8],
  ['inverter', 'inverter', 8],
  ['weather', 'weatherStation', 8],
  ['thermo', 'thermostat', 3],
  ['rpm416', 'breaker', 8],
  ['em130', 'streetLamp', 3],
  ['em3p', 'energyMeter', 16],
  ['em1p', 'energyMeter', 8],
  ['controller', 'controller', 1],
  ['sunspec-meter', 'energyMeter', 16],
  ['sunspec-inverter', 'inverter', 16],
  ['foxess-h3', 'hybridInverter', 16],
  ['deye-string', 'inverter', 16],
  ['victron-battery', 'battery', 8],
  ['victron-tank', 'tank', 3],
  ['deif-agc150', 'genset', 14],
  ['siemens-v20', 'drive', 8],
  ['stiebel-isg', 'heatPump', 6],
  ['keba-p30', 'evCharger', 8],
  ['alfen-eve', 'evCharger', 8],
] as const) {
  test(`a picture of ${sku}`, () => {
    const model = pictureOfDevice('Device', paramsOf(sku))
    assert.equal(model.items.find(({ code }) => code === 'device')?.drawn.symbol, symbol)
    assert.ok(model.items.filter(({ drawn }) => drawn.kind === 'value').length >= valuesMin)
    for (const item of model.items) {
      const { x, y, width, height } = boxOf(item)
      assert.ok(x >= 0 && y >= 0 && x + width <= model.width && y + height <= model.height, item.code)
    }
    const { bindings, source } = savedOf(model, new Map(), { items: [] })
    assert.equal(new Set(bindings.map(({ code }) => code)).size, bindings.length)
    for (const { code } of bindings) assert.ok(code === 'fault' || source.includes(`id="${code}"`), code)
  })
}
