import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { TestBroker } from '@busbar/mqtt/testing'
import { Broker } from './broker.ts'
import { type BrokerSettings, readBroker } from './broker-settings.ts'

const fileWith = (t: TestContext, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-mqtt-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'broker.json')
  writeFileSync(path, text)
  return path
}

const settingsOf = (t: TestContext, fields: object): BrokerSettings => {
  const read = readBroker(fileWith(t, JSON.stringify(fields)))
  assert.ok('ok' in read, JSON.stringify(read))
  return read.ok
}

const setUp = async (t: TestContext) => {
  const server = new TestBroker()
  const url = await server.start()
  t.after(() => server.stop())
  const clock = new VirtualClock()
  const logged: string[] = []
  const log = {
    info: (_: object, text: string) => void logged.push(text),
    warn: (_: object, text: string) => void logged.push(text),
  }
  const broker = new Broker({ settings: settingsOf(t, { url }), mac: 'AA:BB:CC:00:11:22', clock, random: () => 0, log })
  return { server, clock, broker, logged }
}
const root = 'busbar/aabbcc001122'

test('the newest of each topic, also after the broker was away; and that it is here', async (t) => {
  const { server, clock, broker, logged } = await setUp(t)
  broker.start()
  assert.equal(await server.next(`${root}/$state`), 'online')
  broker.put('HEAT/level', '1.5', 180)
  assert.equal(await server.next(`${root}/HEAT/level`), '1.5')
  server.drop()
  await until(() => logged.includes('mqtt broker unavailable'))
  broker.put('HEAT/level', '2', 180)
  broker.put('HEAT/level', '3', 180)
  clock.advance(500)
  assert.equal(await server.next(`${root}/$state`), 'online')
  assert.equal(await server.next(`${root}/HEAT/level`), '3')
  broker.put('HEAT/level', '', 180)
  await broker.stop()
  assert.equal(await server.next(`${root}/HEAT/level`), '')
  assert.equal(await server.next(`${root}/$state`), 'offline')
  assert.deepEqual(logged, ['mqtt broker connected', 'mqtt broker unavailable', 'mqtt broker connected'])
})

test('retries a broker that refuses once a minute, and logs that once', async (t) => {
  const { server, clock, broker, logged } = await setUp(t)
  server.code = 134
  broker.start()
  await until(() => logged.length !== 0)
  server.code = 0
  clock.advance(20_000)
  await setImmediate()
  assert.deepEqual(logged, ['mqtt broker unavailable'])
  clock.advance(10_000)
  assert.equal(await server.next(`${root}/$state`), 'online')
  await broker.stop()
})

test('it stops while it waits for a broker that is not there', async (t) => {
  const clock = new VirtualClock()
  const logged: string[] = []
  const log = { info: () => {}, warn: (_: object, text: string) => void logged.push(text) }
  const settings = settingsOf(t, { url: 'mqtt://127.0.0.1:1' })
  const broker = new Broker({ settings, mac: 'AA:BB:CC:00:11:22', clock, random: () => 0, log })
  broker.start()
  await until(() => logged.length !== 0)
  await broker.stop()
})

test('it stops while a broker takes the connection and says nothing', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const called = once(silent, 'connection')
  const url = `mqtt://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const log = { info: () => {}, warn: () => {} }
  const settings = settingsOf(t, { url })
  const broker = new Broker({ settings, mac: 'AA:BB:CC:00:11:22', clock: new VirtualClock(), random: () => 0, log })
  broker.start()
  const [socket] = (await called) as [Socket]
  // It has said who it is, and waits for an answer.
  await once(socket, 'data')
  await broker.stop()
})

const wrong: [text: string, says: RegExp][] = [
  ['{', /no JSON/],
  ['{"url": "http://a"}', /url: must be like mqtts/],
  ['{"url": "broker"}', /url: must be like mqtts/],
  ['{"url": "mqtt://user:x@a"}', /url: must have a host and a port alone/],
  ['{"url": "mqtt://a", "root": "a/#"}', /root: must be a topic/],
  ['{"url": "mqtt://a", "pasword": "x"}', /pasword/],
  ['{"url": "mqtts://a", "clientKey": "-----BEGIN PRIVATE KEY-----"}', /clientKey: and clientCert go together/],
]
for (const [text, says] of wrong) {
  test(`a description that is none: ${text}`, (t) => {
    const read = readBroker(fileWith(t, text))
    assert.match('err' in read ? read.err : '', says)
  })
}
