import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from './live-event.ts'
import { sharedPart } from './shared-part.rules.ts'

const heard = { paramIds: new Set([1, 2]), deviceIds: new Set([7]), alertIds: new Set([5]) }
const on = '2026-11-14T00:00:00.000Z'
const readings = (data: object): LiveEvent => ({
  name: 'readings',
  data: { deviceId: 7, readOn: on, values: {}, ...data },
})

for (const [what, event, expected] of [
  ['values of what is shown', readings({ values: { 1: 'a', 3: 'b' } }), readings({ values: { 1: 'a' } })],
  ['values of nothing that is shown', readings({ values: { 3: 'b' } }), null],
  ['another device', readings({ deviceId: 8, values: { 1: 'a' } }), null],
  ['a device that fell silent', readings({ error: 'Timeout' }), readings({ error: 'Timeout' })],
  ['another device that did', readings({ deviceId: 8, error: 'Timeout' }), null],
  ['failures of what is shown', readings({ errors: { 2: 'x', 3: 'y' } }), readings({ errors: { 2: 'x' } })],
  ['failures of the rest', readings({ errors: { 3: 'y' } }), null],
  ['a network', { name: 'connection', data: { netId: 1 } }, null],
  ['its alert', alert({ alertId: 5, recordId: 9 }), alert({ alertId: 5 })],
  ['another alert', alert({ alertId: 6 }), null],
  ['an alert about a network', alert({ netId: 5 }), null],
] as const) {
  test(what, () => assert.deepEqual(sharedPart(event, heard), expected))
}

function alert(data: { alertId?: number; netId?: number; recordId?: number }): LiveEvent {
  return { name: 'alert', data: { isActive: true, on, ...data } }
}
