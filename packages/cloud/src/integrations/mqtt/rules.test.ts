import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { CommandRate, numberOfLabel, parseCommand } from './commands.rules.ts'
import { isPrivateAddress } from './dial.ts'
import { type DiscoveryOptions, discoveryOf, netDiscoveryOf } from './discovery.rules.ts'
import { deviceText, paramText, publishedPoll } from './payload.rules.ts'
import { mqttSettings } from './settings.ts'
import { commandOf, topicsOf } from './topics.rules.ts'

const paramOf = (id: number, more: Partial<ConnectedParam> = {}): ConnectedParam => ({
  id,
  slug: `p${id}`,
  name: `P${id}`,
  label: null,
  category: null,
  unit: null,
  valueType: 'u16',
  registerKind: 'holding',
  labels: null,
  precision: null,
  min: null,
  max: null,
  isProgrammable: false,
  ...more,
})
const deviceOf = (...params: ConnectedParam[]): ConnectedDevice => ({
  id: 5,
  slug: 'meter',
  name: 'Meter',
  netId: 3,
  net: 'hall',
  netName: 'Hall',
  periodSec: 60,
  manufacturer: 'We',
  model: 'M1',
  isDisabled: false,
  params: new Map(params.map((param) => [param.id, param])),
})
const topics = topicsOf('busbar/1')

test('a command names its parameter, and nothing else is one', () => {
  const deviceTopic = { net: 'hall', device: 'meter' }
  assert.deepEqual(commandOf('a/b', 'a/b/hall/meter/u/set'), { path: 'hall/meter/u', deviceTopic, param: 'u' })
  for (const topic of ['a/b/hall/meter/u', 'a/b/hall/meter/u/set/result', 'x/b/hall/meter/u/set', 'a/b/u/set']) {
    assert.equal(commandOf('a/b', topic), null, topic)
  }
})

test('a poll becomes one message, or one a value; a gap has its reason and no old value', () => {
  const device = deviceOf(
    paramOf(1, { slug: 'u', unit: 'V' }),
    paramOf(2, { slug: 'e' }),
    paramOf(3, { slug: 'mode', labels: { 2: 'auto' } }),
    paramOf(4, { slug: 'i' }),
  )
  const params = [1, 2, 3, 4, 9].map((id) => ({ id, valueType: 'u16' as const }))
  const poll = publishedPoll(device, {
    orgId: 1,
    deviceId: 5,
    readOn: Date.UTC(2026, 10, 15, 12),
    params,
    values: [230.1, 12345678901234567000, 2, null, 7],
    texts: new Map([[1, '12345678901234567890']]),
    errors: new Map([[3, 'Timeout']]),
  })
  const t = '2026-11-15T12:00:00.000Z'
  const whole = { u: 230.1, e: '12345678901234567890', mode: 'auto', i: null, t, $errors: { i: 'Timeout' } }
  assert.deepEqual(JSON.parse(deviceText(poll)), whole)
  const texts = [...poll.values].map(([param, value]) => JSON.parse(paramText(poll, param, value)) as unknown)
  assert.deepEqual(texts[0], { v: 230.1, t, unit: 'V' })
  assert.deepEqual(texts[3], { v: null, e: 'Timeout', t })
  assert.equal(poll.hasValue, true)
})

describe('commands', () => {
  for (const [text, expected] of [
    ['21.5', { value: '21.5', id: null, until: null }],
    ['ON', { value: '1', id: null, until: null }],
    ['auto', { value: 'auto', id: null, until: null }],
    ['{"v":21.5,"id":"a7"}', { value: '21.5', id: 'a7', until: null }],
    ['{"v":false,"until":"2026-11-16T12:00:00Z"}', { value: '0', id: null, until: Date.UTC(2026, 10, 16, 12) }],
  ] as const) {
    test(text, () => assert.deepEqual(parseCommand(Buffer.from(text)), { ok: expected }))
  }
  for (const text of ['', '{', '{}', '{"v":1,"more":2}', '{"v":[1]}', '{"v":1,"until":"soon"}', 'x'.repeat(257)]) {
    test(`refused: ${text.slice(0, 30)}`, () => assert.ok('err' in parseCommand(Buffer.from(text))))
  }
  test('any bytes are a command or a reason', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseCommand(bytes)))
  })
  test('the text of an enumeration is its number', () => {
    assert.deepEqual([numberOfLabel({ 2: 'auto' }, 'auto'), numberOfLabel({ 2: 'auto' }, '7')], ['2', '7'])
  })
  test('twenty at once, then ten a second', () => {
    const rate = new CommandRate(0, { burst: 20, perSec: 10 })
    const taken = (nowMs: number) => Array.from({ length: 30 }, () => rate.take(nowMs)).filter(Boolean).length
    assert.deepEqual([taken(0), taken(500), taken(60_000)], [20, 5, 20])
  })
})

describe('Home Assistant', () => {
  const options: DiscoveryOptions = {
    orgId: 1,
    topics,
    qos: 1,
    publicUrl: 'https://busbar.example',
    isCommanded: () => true,
  }
  const componentOf = (more: Partial<ConnectedParam>): Record<string, unknown> => {
    const { components } = discoveryOf(deviceOf(paramOf(7, more)), options) as {
      components: Record<string, Record<string, unknown>>
    }
    return components['p7'] ?? {}
  }
  for (const [more, expected] of [
    [{ unit: 'V' }, { p: 'sensor', device_class: 'voltage', state_class: 'measurement', unit_of_measurement: 'V' }],
    [{ unit: 'kWh' }, { p: 'sensor', device_class: 'energy', state_class: 'total_increasing' }],
    [
      { unit: '%', name: 'Humidity' },
      { p: 'sensor', device_class: 'humidity' },
    ],
    [
      { unit: '%', name: 'Valve' },
      { p: 'sensor', device_class: undefined },
    ],
    [{ unit: 'rpm' }, { p: 'sensor', device_class: undefined, unit_of_measurement: 'rpm' }],
    [{ label: 'PF1' }, { p: 'sensor', device_class: 'power_factor' }],
    [{ valueType: 'string' }, { p: 'sensor', device_class: undefined, state_class: undefined }],
    [{ registerKind: 'discrete-input' }, { p: 'binary_sensor', payload_on: '1' }],
    [
      { valueType: 'bit', isProgrammable: true },
      { p: 'switch', command_topic: 'busbar/1/hall/meter/p7/set' },
    ],
    [{ labels: { 1: 'On' } }, { p: 'sensor', device_class: 'enum', options: ['On'] }],
    [
      { labels: { 1: 'On' }, isProgrammable: true },
      { p: 'select', options: ['On'] },
    ],
    [
      { isProgrammable: true, min: '5', max: '30', precision: 1 },
      { p: 'number', min: 5, max: 30, step: 0.1 },
    ],
  ] as const) {
    test(JSON.stringify(more), () => {
      const component = componentOf(more)
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(component[name], value, name)
    })
  }

  test('a device is there while the service, its network and it itself are', () => {
    const device = discoveryOf(deviceOf(paramOf(7)), options) as Record<string, unknown>
    assert.deepEqual(device['availability'], [
      { topic: 'busbar/1/$state' },
      { topic: 'busbar/1/hall/$state' },
      { topic: 'busbar/1/hall/meter/$state' },
    ])
    assert.equal(device['state_topic'], 'busbar/1/hall/meter')
    const net = netDiscoveryOf(deviceOf(), options) as { device: { identifiers: string[] } }
    assert.deepEqual(net.device.identifiers, ['busbar_1_n3'])
  })
})

describe('settings', () => {
  const url = 'mqtts://broker.example'
  test('defaults are safe', () => {
    const { commands, discovery, replay, qos, version } = mqttSettings.parse({ url })
    assert.deepEqual(
      { commands, discovery, replay, qos, version },
      { commands: [], discovery: false, replay: false, qos: 1, version: 5 },
    )
  })
  for (const wrong of [
    { url: 'https://broker.example' },
    { url: 'mqtt://u:p@broker.example' },
    { url: 'mqtt://broker.example/path' },
    { url, root: 'a//b' },
    { url, root: 'a/+' },
    { url, devices: ['hall/#/x'] },
    { url, commands: ['+/+/+'] },
    { url, discovery: true, shape: 'param' },
    { url, ca: 'no certificate' },
  ]) {
    test(`refused: ${JSON.stringify(wrong)}`, () => assert.equal(mqttSettings.safeParse(wrong).success, false))
  }
})

test('addresses inside', () => {
  const all = ['127.0.0.1', '192.168.1.5', '172.20.0.1', '8.8.8.8', '::1', 'fd00::5', '2a00::1']
  assert.deepEqual(all.map(isPrivateAddress), [true, true, true, false, true, true, false])
})
