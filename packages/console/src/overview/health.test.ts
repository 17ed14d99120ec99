import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byHealth, type DeviceRow, healthOf, isFound, isTrouble } from './health.rules.ts'

const device = (fields: Partial<DeviceRow['device']>): DeviceRow['device'] => ({
  deviceId: 1,
  name: 'Main meter',
  modbusUnitId: 3,
  updatePeriodSec: 60,
  state: 'ok',
  ...fields,
})
const row = (fields: Partial<DeviceRow['device']>): DeviceRow => {
  const one = device(fields)
  return { id: one.deviceId, netId: 1, netName: 'Boiler room', health: healthOf(one), device: one }
}

for (const [fields, health, trouble] of [
  [{}, 'ok', false],
  [{ state: 'polling' }, 'ok', false],
  [{ state: 'polling', lastError: 'timeout', failures: 2 }, 'silent', true],
  [{ state: 'backing-off' }, 'silent', true],
  [{ state: 'no-connection', lastError: 'no-connection' }, 'unreachable', true],
  [{ lastError: 'illegal-address' }, 'partial', true],
  [{ state: 'nothing-to-read' }, 'idle', false],
  [{ state: 'disabled', lastError: 'timeout' }, 'disabled', false],
  [{ state: 'polling', trouble: { kind: 'no-answer' } }, 'silent', true],
  [{ state: 'ok', trouble: { kind: 'refused' } }, 'silent', true],
  [{ state: 'ok', trouble: { kind: 'gateway-away' } }, 'unreachable', true],
  [{ state: 'ok', trouble: { kind: 'paused' } }, 'disabled', false],
] as const) {
  test(`${JSON.stringify(fields)} is ${health}`, () => {
    assert.deepEqual([row(fields).health, isTrouble(row(fields))], [health, trouble])
  })
}

test('the worst come first, and the others by their unit', () => {
  const rows = [row({ modbusUnitId: 2 }), row({ modbusUnitId: 9, state: 'backing-off' }), row({ modbusUnitId: 1 })]
  assert.deepEqual(
    rows.toSorted(byHealth).map((one) => one.device.modbusUnitId),
    [9, 1, 2],
  )
})

test('requires every word', () => {
  assert.deepEqual(
    ['', 'meter', 'METER boiler', 'meter 3', 'meter pump'].map((text) => isFound(row({}), text)),
    [true, true, true, true, false],
  )
})
