import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHealthChanged, polledAfter } from './polled-device.rules.ts'

const [before, after] = ['2026-11-15T12:00:00.000Z', '2026-11-15T12:01:00.000Z']
const well = {
  deviceId: 7,
  name: 'Meter',
  modbusUnitId: 1,
  state: 'ok',
  updatePeriodSec: 60,
  lastGoodReadOn: before,
} as const
const dead = { ...well, trouble: { kind: 'no-answer', reason: 'Timeout', since: before } } as const
const readings = { kind: 'readings', deviceId: 7, readOn: after, values: {} } as const

for (const [what, device, event, good, trouble] of [
  ['is read', well, { ...readings, values: { 1: '5' } }, after, undefined],
  [
    'falls silent',
    well,
    { ...readings, error: 'Timeout' },
    before,
    { kind: 'no-answer', reason: 'Timeout', since: before },
  ],
  ['stays silent', dead, { ...readings, error: 'Crc' }, before, { kind: 'no-answer', reason: 'Crc', since: before }],
  ['comes back', dead, { ...readings, values: { 1: '5' } }, after, undefined],
  ['is read in part', well, { ...readings, values: { 1: '5' }, errors: { 2: 'IllegalDataAddress' } }, after, undefined],
  [
    'refuses every parameter',
    well,
    { ...readings, errors: { 1: 'IllegalDataAddress' } },
    before,
    { kind: 'no-answer', reason: 'IllegalDataAddress', since: before },
  ],
  [
    'loses its link',
    well,
    { ...readings, error: 'NoConnection' },
    before,
    { kind: 'link-down', reason: 'NoConnection', since: before },
  ],
] as const) {
  test(`a device that ${what}`, () => {
    const next = polledAfter(device, event)
    assert.deepEqual([next.lastGoodReadOn, next.trouble], [good, trouble])
    assert.equal(isHealthChanged(device, next), next.lastError !== undefined || 'trouble' in device)
  })
}
