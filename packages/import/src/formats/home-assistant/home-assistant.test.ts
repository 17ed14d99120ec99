import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteLines, readSources } from '../../testing/read-one.ts'

/** A real-life package with an inverter: anchors, secrets, nearly every option, and parts that are none of ours. */
const inverter = `
homeassistant:
  customize: {}
modbus:
  - name: Attic
    type: tcp
    host: !secret inverter_host
    port: !secret inverter_port
    delay: 5
    timeout: 10
    retries: 3
    sensors:
      - &base
        name: Active power
        unique_id: inv_active_power
        slave: !secret inverter_unit
        address: 5030 # reg 5031
        input_type: input
        data_type: int32
        swap: word
        unit_of_measurement: W
        device_class: power
        state_class: measurement
        scan_interval: 10
      - <<: *base
        name: Battery current
        unique_id: inv_battery_current
        address: 0x32D1
        data_type: int16
        swap: none
        nan_value: 0x7FFF
        precision: 1
        scale: 0.1
        unit_of_measurement: A
        scan_interval: 60
      - name: Serial number
        slave: !secret inverter_unit
        address: 4989
        input_type: input
        data_type: string
        count: 10
        scan_interval: 600
      - name: Oil
        slave: 2
        address: 1
        data_type: float16
      - name: Ratio
        slave: 2
        address: 40
        data_type: custom
        structure: ">f"
        count: 2
        offset: -10
        min_value: 0
        virtual_count: 1
    switches:
      - name: Export limit
        slave: 2
        address: 13086
        write_type: holding
        command_on: 0xAA
        command_off: 0x55
        verify:
          input_type: holding
          address: 13086
      - name: Relay
        slave: 2
        address: 3
        write_type: coil
    climates:
      - name: Cabinet
        slave: 2
        address: 200
        data_type: int16
        scale: 0.1
        target_temp_register: 201
        min_temp: 5
        max_temp: 30
        hvac_mode_register: {address: 11}
    covers:
      - name: Shade
        slave: 2
        address: 9
template:
  - sensor:
      - name: x
  - sensor: []
`
const secrets = `inverter_host: 192.0.2.40\ninverter_port: 502\ninverter_unit: 1\n`

test('a package with secrets given along', () => {
  const plan = readSources({ 'packages/inverter.yaml': inverter, 'secrets.yaml': secrets })
  assert.equal(plan.format, 'home-assistant')
  assert.deepEqual(plan.questions, [])
  assert.deepEqual(plan.networks, [
    {
      key: '1',
      name: 'Attic',
      existingId: null,
      protocol: 'modbustcp',
      host: '192.0.2.40',
      port: 502,
      timeoutMs: 10_000,
    },
  ])
  const [first, second] = plan.devices
  assert.deepEqual(
    [plan.devices.length, first?.unit, first?.periodSec, first?.retries, second?.unit, second?.periodSec],
    [2, 1, 10, 3, 2, 15],
  )
  assert.deepEqual(first?.params, [
    {
      name: { en: 'Active power' },
      label: 'inv_active_power',
      unitName: 'W',
      registerKind: 'input',
      address: 5030,
      valueType: 's32',
      order: 'CDAB',
      isTracked: true,
      isProgrammable: false,
    },
    {
      name: { en: 'Battery current' },
      label: 'inv_battery_current',
      unitName: 'A',
      registerKind: 'input',
      address: 0x32d1,
      valueType: 's16',
      multiplier: '0.1',
      precision: 1,
      nanValues: ['0x7FFF'],
      isTracked: true,
      isProgrammable: false,
    },
    {
      name: { en: 'Serial number' },
      registerKind: 'input',
      address: 4989,
      valueType: 'string',
      bitsAmount: 160,
      isTracked: true,
      isProgrammable: false,
    },
  ])
  assert.deepEqual(
    second?.params.map(({ name, registerKind, address, valueType, isProgrammable }) => [
      name.en,
      registerKind,
      address,
      valueType,
      isProgrammable,
    ]),
    [
      ['Ratio', 'holding', 40, 'f32', false],
      ['Ratio 1', 'holding', 42, 'f32', false],
      ['Export limit', 'holding', 13_086, 'enum', true],
      ['Relay', 'coil', 3, 'bit', true],
      ['Cabinet', 'holding', 200, 's16', false],
      ['Cabinet target', 'holding', 201, 's16', true],
    ],
  )
  assert.deepEqual(second.params[2]?.enum, { 170: { en: 'On' }, 85: { en: 'Off' } })
  assert.deepEqual([second.params[5]?.min, second.params[5]?.max, second.params[0]?.shift], ['5', '30', '-10'])
  assert.deepEqual(noteLines(plan), [
    'packages/inverter.yaml:3 left-out section-left-out homeassistant',
    'packages/inverter.yaml:85 left-out section-left-out template x2',
    'packages/inverter.yaml:9 left-out option-left-out delay | 5',
    'packages/inverter.yaml:81 left-out section-left-out covers',
    'packages/inverter.yaml:25 changed period-changed Battery current | 60 | 10',
    'packages/inverter.yaml:36 changed period-changed Serial number | 600 | 10',
    'packages/inverter.yaml:43 left-out type-left-out Oil | float16',
    'packages/inverter.yaml:47 left-out bounds-left-out Ratio | 0 | …',
    'packages/inverter.yaml:79 left-out option-left-out hvac_mode_register | address',
    'packages/inverter.yaml:5 info writing-off x3',
  ])
})

test('asks for the values of secrets, and waits with what depends on them', () => {
  const unanswered = readSources({ 'a.yaml': inverter })
  assert.deepEqual(
    unanswered.questions.map(({ id, default: usual }) => [id, usual]),
    [['secret:inverter_host', null]],
  )
  assert.deepEqual(unanswered.devices, [])
  const answered = readSources(
    { 'a.yaml': inverter },
    { 'secret:inverter_host': 'pv.example', 'secret:inverter_port': '1502', 'secret:inverter_unit': '9' },
  )
  assert.deepEqual(
    [answered.networks[0]?.host, answered.networks[0]?.port, answered.devices[0]?.unit],
    ['pv.example', 1502, 9],
  )
})

test('a template needs no secrets', () => {
  const plan = readSources({ 'a.yaml': inverter }, {}, { isTemplatesOnly: true })
  assert.deepEqual([plan.questions.length, plan.devices.map(({ params }) => params.length)], [0, [3, 6]])
})

test('a serial line is asked for', () => {
  const text =
    'modbus:\n  - name: bus\n    type: serial\n    port: /dev/ttyUSB0\n    baudrate: 9600\n    bytesize: 8\n    method: rtu\n    parity: N\n    stopbits: 1\n    sensors:\n      - {name: U, address: 0}\n'
  const unanswered = readSources({ 'a.yaml': text })
  assert.deepEqual(
    unanswered.questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
    [['network:1', ['net:7', 'net:8', 'gateway']]],
  )
  const half = readSources({ 'a.yaml': text }, { 'network:1': 'net:8' })
  assert.deepEqual(
    half.questions.map(({ id }) => id),
    ['network:1', 'unit:1'],
  )
  const complete = readSources({ 'a.yaml': text }, { 'network:1': 'net:8', 'unit:1': '12' })
  assert.deepEqual(
    [complete.networks[0]?.existingId, complete.devices[0]?.unit, complete.devices[0]?.params.length],
    [8, 12, 1],
  )
  assert.deepEqual(noteLines(complete), ['a.yaml:2 info serial-line 9600 8 N 1'])
  const typed = readSources({ 'a.yaml': text }, { 'network:1': 'rtu-over-tcp://plc.example:4001', 'unit:1': '12' })
  assert.deepEqual(
    [typed.networks[0]?.protocol, typed.networks[0]?.host, typed.networks[0]?.port],
    ['rtu-over-tcp', 'plc.example', 4001],
  )
})

for (const [says, text, problem] of [
  ['no YAML', 'modbus: [1, 2\n  sensors:', /a\.yaml:1:13: /],
  ['no hub', 'light: []\n', /no "modbus:"/],
  ['an anchor that is none', 'modbus:\n - name: *x\n   sensors: []', /a\.yaml:2: /],
  [
    'aliases of aliases',
    `a0: &a0 {x: 1}\n${Array.from({ length: 25 }, (_, n) => `a${n + 1}: &a${n + 1} {<<: [*a${n}, *a${n}]}`).join('\n')}\nmodbus:\n - <<: *a25\n   sensors: []`,
    /too much/,
  ],
  ['depth', `modbus:\n - sensors: ${'['.repeat(60)}${']'.repeat(60)}`, /nested/],
] as const) {
  test(`${says} is refused`, () => assert.throws(() => readSources({ 'a.yaml': text }), problem))
}
