import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLines, readSources } from '../../testing/read-one.ts'
import { fieldOf } from './types.rules.ts'

const board = `
substitutions:
  prefix: Charger
esphome:
  name: solar
uart:
  id: bus
  baud_rate: 115200
  stop_bits: 1
modbus:
  id: line
modbus_controller:
  - id: mppt
    address: 0x1
    modbus_id: line
    update_interval: 30s
    command_throttle: 200ms
sensor:
  - platform: modbus_controller
    modbus_controller_id: mppt
    id: pv_voltage
    name: "\${prefix} voltage"
    address: 0x3100
    unit_of_measurement: V
    register_type: read
    value_type: U_WORD
    accuracy_decimals: 1
    filters:
      - multiply: 0.01
      - offset: -1
  - platform: modbus_controller
    name: energy
    address: 0x330A
    register_type: read
    value_type: U_DWORD_R
    skip_updates: 3
    lambda: "return x;"
  - platform: modbus_controller
    name: field
    address: 8
    register_type: holding
    value_type: U_WORD
    bitmask: 0x0F00
  - platform: modbus_controller
    name: holes
    address: 9
    register_type: holding
    bitmask: 0x0F0F
  - platform: dallas
    name: outside
binary_sensor:
  - platform: modbus_controller
    name: night
    register_type: discrete_input
    address: 0x200c
number:
  - platform: modbus_controller
    name: limit
    address: 0x9000
    value_type: U_WORD
    multiply: 100
    min_value: 10
    max_value: 15
    use_write_multiple: true
select:
  - platform: modbus_controller
    name: kind
    address: 0x9001
    optionsmap:
      "Sealed": 1
      "Gel": 2
switch:
  - platform: modbus_controller
    name: load
    register_type: coil
    address: 2
`

test('a controller of ESPHome', () => {
  const plan = readSources({ 'solar.yaml': board }, { 'network:line': 'net:7' })
  assert.equal(plan.format, 'esphome')
  const [device] = plan.devices
  assert.deepEqual(
    [plan.networks[0]?.existingId, device?.name, device?.unit, device?.periodSec, device?.isAlways16],
    [7, 'mppt', 1, 30, true],
  )
  assert.deepEqual(
    device?.params.map(
      ({ name, registerKind, address, valueType, order, multiplier, shift, bitPosition, isProgrammable }) =>
        [
          name.en,
          registerKind,
          address,
          valueType,
          order ?? '-',
          multiplier ?? '-',
          shift ?? '-',
          bitPosition ?? '-',
          isProgrammable,
        ].join(' '),
    ),
    [
      'Charger voltage input 12544 u16 - 0.01 -1 - false',
      'energy input 13066 u32 CDAB - - - false',
      'field holding 8 u16 - - - 8 false',
      'night discrete-input 8204 bit - - - - false',
      'load coil 2 bit - - - - true',
      'limit holding 36864 u16 - 0.01 - - true',
      'kind holding 36865 enum - - - - true',
    ],
  )
  assert.deepEqual(
    [device.params[5]?.min, device.params[5]?.max, device.params[6]?.enum],
    ['10', '15', { 1: { en: 'Sealed' }, 2: { en: 'Gel' } }],
  )
  assert.deepEqual(
    noteLines(plan).map((line) => line.replace(/:\d+/, '')),
    [
      'solar.yaml left-out section-left-out sensor',
      'solar.yaml left-out option-left-out command_throttle | 200ms',
      'solar.yaml info serial-line 115200 1',
      'solar.yaml left-out code-left-out lambda',
      'solar.yaml left-out type-left-out holes | bitmask 0x0F0F',
      'solar.yaml changed period-changed energy | 120 | 30',
      'solar.yaml info writing-off x3',
    ],
  )
})

test('masks without holes are fields', () => {
  assert.deepEqual(
    [fieldOf(1), fieldOf(0xff00), fieldOf(0b1010), fieldOf(0)],
    [{ bitPosition: 0, bitsAmount: 1 }, { bitPosition: 8, bitsAmount: 8 }, null, null],
  )
})
