import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHints, type DeviceTrouble, extentOf, type PolledDevice } from './trouble.rules.ts'

const device = (kind?: DeviceTrouble['kind'], fields: Partial<PolledDevice> = {}): PolledDevice => ({
  deviceId: 1,
  name: 'Pump',
  modbusUnitId: 4,
  state: 'ok',
  updatePeriodSec: 60,
  ...(kind !== undefined && { trouble: { kind } }),
  ...fields,
})

for (const [what, line, extent] of [
  ['alone among those that answer', [device('no-answer'), device(), device()], 'alone'],
  ['one of two that are silent', [device('no-answer'), device('no-answer'), device()], 'some'],
  ['as silent as all others', [device('no-answer'), device('no-answer')], 'all'],
  ['the only one', [device('no-answer')], 'only'],
  ['beside one that is paused', [device('no-answer'), device('paused')], 'only'],
  ['beside one with nothing to read', [device('no-answer'), device(undefined, { state: 'nothing-to-read' })], 'only'],
] as const) {
  test(`a device that is ${what}: ${extent}`, () => assert.equal(extentOf(line), extent))
}

for (const [trouble, extent, first] of [
  [{ kind: 'no-answer', reason: 'Timeout' }, 'alone', 'power'],
  [{ kind: 'no-answer', reason: 'Timeout' }, 'only', 'power'],
  [{ kind: 'no-answer', reason: 'Timeout' }, 'all', 'panelPower'],
  [{ kind: 'no-answer', reason: 'Crc' }, 'alone', 'twins'],
  [{ kind: 'link-down', reason: 'NoConnection' }, 'all', 'gatewayPower'],
  [{ kind: 'gateway-away', reason: 'NoConnection' }, 'all', 'gatewayPower'],
  [{ kind: 'refused', reason: 'IllegalDataAddress' }, 'alone', 'template'],
  [{ kind: 'paused' }, 'alone', undefined],
] as const) {
  test(`${trouble.kind} ${extent}: look at ${first ?? 'nothing'} first`, () =>
    assert.equal(checkHints(trouble, extent)[0], first))
}
