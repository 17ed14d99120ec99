import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLines, readSources } from '../../testing/read-one.ts'

const slave = {
  host: '192.0.2.30',
  port: 5021,
  type: 'tcp',
  method: 'socket',
  timeout: 35,
  byteOrder: 'BIG',
  wordOrder: 'LITTLE',
  retries: 3,
  pollPeriod: 5500,
  unitId: 4,
  deviceName: 'Boiler',
  deviceType: 'default',
  connectAttemptCount: 5,
  attributes: [{ tag: 'serial', type: 'string', functionCode: 4, objectsCount: 4, address: 0 }],
  timeseries: [
    { tag: 'flow', type: '32float', functionCode: 3, objectsCount: 2, address: 10 },
    { tag: 'temp', type: '16int', functionCode: 3, objectsCount: 1, address: 20, divider: 10 },
    { tag: 'third', type: '16int', functionCode: 3, objectsCount: 1, address: 21, divider: 3 },
    { tag: 'half', type: '16float', functionCode: 3, objectsCount: 1, address: 22 },
    { tag: 'in', type: 'bits', functionCode: 1, objectsCount: 3, address: 0 },
  ],
  attributeUpdates: [{ tag: 'temp', type: '16int', functionCode: 16, objectsCount: 1, address: 20, divider: 10 }],
  rpc: [{ tag: 'start', type: 'bits', functionCode: 5, objectsCount: 1, address: 9 }],
}
const text = JSON.stringify({ master: { slaves: [slave] }, slave: { type: 'tcp' } }, null, 2)

test('a gateway of ThingsBoard', () => {
  const plan = readSources({ 'modbus.json': text })
  assert.equal(plan.format, 'thingsboard')
  assert.deepEqual(
    plan.networks.map(({ host, port, timeoutMs }) => [host, port, timeoutMs]),
    [['192.0.2.30', 5021, 35_000]],
  )
  const [device] = plan.devices
  assert.deepEqual(
    [device?.name, device?.unit, device?.periodSec, device?.retries, device?.isAlways16],
    ['Boiler', 4, 6, 3, true],
  )
  assert.deepEqual(
    device?.params.map(({ name, registerKind, address, valueType, order, multiplier, isProgrammable }) =>
      [name.en, registerKind, address, valueType, order ?? '-', multiplier ?? '-', isProgrammable].join(' '),
    ),
    [
      'serial input 0 string CDAB - false',
      'flow holding 10 f32 CDAB - false',
      'temp holding 20 s16 CDAB 0.1 true',
      'in coil 0 bit - - false',
      'in 2 coil 1 bit - - false',
      'in 3 coil 2 bit - - false',
      'start coil 9 bit - - true',
    ],
  )
  assert.deepEqual(
    noteLines(plan).map((line) => line.replace(/:\d+/, '')),
    [
      'modbus.json left-out section-left-out slave',
      'modbus.json left-out option-left-out connectAttemptCount | 5',
      'modbus.json left-out scale-left-out third | 3',
      'modbus.json left-out type-left-out half | 16float',
      'modbus.json changed period-rounded 5500 ms | 6',
      'modbus.json info writing-off x2',
    ],
  )
})

test('bytes in little order are asked about', () => {
  const little = text.replace('"BIG"', '"LITTLE"')
  const unanswered = readSources({ 'modbus.json': little })
  assert.deepEqual(
    unanswered.questions.map(({ id, default: usual }) => [id, usual]),
    [['byte-order:Boiler', 'DCBA']],
  )
  assert.equal(unanswered.devices[0]?.params[1]?.order, 'DCBA')
  assert.equal(
    readSources({ 'modbus.json': little }, { 'byte-order:Boiler': 'ABCD' }).devices[0]?.params[1]?.order,
    undefined,
  )
})
