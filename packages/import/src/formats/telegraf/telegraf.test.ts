import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLines, readSources } from '../../testing/read-one.ts'

const register = `
[agent]
  interval = "10s"
[[inputs.cpu]]
[[inputs.modbus]]
  name = "Panel"
  slave_id = 3
  timeout = "1s"
  busy_retries = 2
  controller = "tcp://192.0.2.20:502"
  discrete_inputs = [{ name = "open", address = [0] }]
  holding_registers = [
    { name = "voltage", byte_order = "AB", data_type = "FIXED", scale = 0.1, address = [0] },
    { name = "energy", byte_order = "ABCD", data_type = "FIXED", scale = 0.001, address = [5, 6] },
    { name = "old", byte_order = "CDAB", data_type = "FLOAT32", scale = 1.0, address = [7, 8] },
    { name = "power", byte_order = "CDAB", data_type = "FLOAT32-IEEE", scale = 1.0, address = [50, 51] },
    { name = "total", byte_order = "GHEFCDAB", data_type = "UINT64", scale = 1.0, address = [60, 61, 62, 63] },
    { name = "hole", byte_order = "ABCD", data_type = "UINT32", scale = 1.0, address = [70, 72] },
    { name = "tiny", byte_order = "AB", data_type = "INT8L", scale = 1.0, address = [80] },
  ]
[[inputs.modbus]]
  name = "Panel"
  interval = "60s"
  controller = "tcp://192.0.2.20:502"
  configuration_type = "request"
  [[inputs.modbus.request]]
    slave_id = 3
    byte_order = "DCBA"
    register = "input"
    measurement = "net"
    optimization = "shrink"
    fields = [
      { address = 1, name = "f", type = "FLOAT32" },
      { address = 3, name = "spare", type = "INT16", omit = true },
      { address = 4, name = "flag", type = "BIT", bit = 7 },
      { address = 5, name = "serial", type = "STRING", length = 8 },
    ]
`

test('registers by address, and requests of the same unit', () => {
  const plan = readSources({ 'telegraf.conf': register })
  assert.equal(plan.format, 'telegraf')
  assert.deepEqual(
    plan.networks.map(({ host, port, protocol, timeoutMs }) => [host, port, protocol, timeoutMs]),
    [['192.0.2.20', 502, 'modbustcp', 1000]],
  )
  const [device, ...others] = plan.devices
  assert.deepEqual([others.length, device?.name, device?.unit, device?.periodSec], [0, 'Panel', 3, 10])
  assert.deepEqual(
    device?.params.map(
      ({
        name,
        registerKind,
        address,
        valueType,
        order = 'ABCD',
        multiplier = '1',
        bitPosition,
        bitsAmount,
        category,
      }) =>
        [
          name.en,
          registerKind,
          address,
          valueType,
          order,
          multiplier,
          bitPosition ?? bitsAmount ?? '',
          category?.en ?? '',
        ]
          .join(' ')
          .trim(),
    ),
    [
      'open discrete-input 0 bit ABCD 1',
      'voltage holding 0 s16 ABCD 0.1',
      'energy holding 5 s32 ABCD 0.001',
      'old holding 7 u32 CDAB 1',
      'power holding 50 f32 CDAB 1',
      'total holding 60 u64 CDAB 1',
      'f input 1 f32 DCBA 1  net',
      'flag input 4 bit ABCD 1 7 net',
      'serial input 5 string DCBA 1 128 net',
    ],
  )
  assert.deepEqual(noteLines(plan), [
    'telegraf.conf: left-out section-left-out inputs.cpu',
    'telegraf.conf:5 left-out option-left-out busy_retries | 2',
    'telegraf.conf:5 left-out address-left-out hole | 70, 72',
    'telegraf.conf:5 left-out type-left-out tiny | INT8L',
    'telegraf.conf:21 left-out option-left-out optimization | shrink',
    'telegraf.conf:21 changed period-changed f | 60 | 10',
    'telegraf.conf:21 changed period-changed flag | 60 | 10',
    'telegraf.conf:21 changed period-changed serial | 60 | 10',
  ])
})

test('a serial line is asked for, and what is no TOML is refused', () => {
  const text =
    '[[inputs.modbus]]\n name = "bus"\n slave_id = 1\n controller = "file:///dev/ttyUSB0"\n baud_rate = 9600\n coils = [{name = "a", address = [1]}]\n'
  assert.deepEqual(
    readSources({ 'a.toml': text }).questions.map(({ code }) => code),
    ['network'],
  )
  assert.throws(() => readSources({ 'a.conf': '[[inputs.modbus]]\n name = \n' }), /a\.conf:2:\d+: /)
})
