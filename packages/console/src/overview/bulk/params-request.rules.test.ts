import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Param, paramsRequest } from './params-request.rules.ts'

const param: Param = {
  id: 7,
  deviceId: 3,
  fullName: 'Meter: Power, kW',
  name: 'Power',
  slug: 'power',
  address: 10,
  registerKind: 'holding',
  valueType: 'f32',
  isTracked: true,
  isProgrammable: false,
}

test('request for parameters of many devices', () => {
  const { id: _id, deviceId: _device, fullName: _name, ...copied } = param
  assert.deepEqual(paramsRequest('copy', [param], ''), { add: [copied] })
  assert.deepEqual(paramsRequest('delete', [param], ''), { delete: ['power'] })
  assert.deepEqual(paramsRequest('untrack', [param], ''), { change: [{ slug: 'power', to: { isTracked: false } }] })
  assert.deepEqual(paramsRequest('unit', [param], ' W '), { change: [{ slug: 'power', to: { unitName: 'W' } }] })
  assert.deepEqual(paramsRequest('unit', [param], ''), { change: [{ slug: 'power', to: { unitName: null } }] })
  assert.deepEqual(paramsRequest('copy', [{ ...param, registerKind: 'computed', formula: '#1' }], ''), { add: [] })
})
