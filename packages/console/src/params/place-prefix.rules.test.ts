import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placePrefix } from './place-prefix.rules.ts'

const place = (deviceId: number, deviceName: string, networkName = 'House 1') => ({ deviceId, deviceName, networkName })
const meter = place(1, 'Main meter')
for (const [what, all, gives] of [
  ['alone', [meter], ''],
  ['beside its own device', [meter, meter], ''],
  ['beside another device', [meter, place(2, 'Pump')], 'Main meter: '],
  ['beside a device of the same name', [meter, place(2, 'Main meter', 'House 2')], 'House 1, Main meter: '],
] as const) {
  test(`a parameter ${what}`, () => assert.equal(placePrefix(meter, all), gives))
}
