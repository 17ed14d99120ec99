import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsOf } from './net.rules.ts'

const param = { name: '', slug: '', fullName: '', address: 0, isTracked: true, isProgrammable: false }
const device = { name: '', slug: '', modbusUnitId: 1 }
const net = { name: '', slug: '', solution: 'standalone', ip: '', port: 0 } as const
const tree = {
  1: { ...net, devices: { 2: { ...device, parameters: { 3: param, 4: param } }, 5: { ...device, parameters: {} } } },
  6: { ...net, devices: {} },
}

for (const [netId, devices, params] of [
  [1, 2, 2],
  [6, 0, 0],
  [7, 0, 0],
] as const) {
  test(`behind network ${netId} there are ${devices} devices and ${params} parameters`, () =>
    assert.deepEqual(countsOf(tree, netId), { devices, params }))
}
