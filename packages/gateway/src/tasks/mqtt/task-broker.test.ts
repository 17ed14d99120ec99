import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { TestBroker } from '@busbar/mqtt/testing'
import { BrokerChoice } from './broker-choice.ts'
import { type BrokerSettings, brokerOf } from './broker-settings.ts'
import { TaskBroker } from './task-broker.ts'

const settingsOf = (fields: object): BrokerSettings => {
  const read = brokerOf(fields)
  assert.ok('ok' in read, JSON.stringify(read))
  return read.ok
}

const memory = (files = new Map<string, Buffer>()) => ({
  read: (name: string) => files.get(name),
  save: (name: string, content: string | Uint8Array) => void files.set(name, Buffer.from(content)),
  remove: (name: string) => void files.delete(name),
})

const startServer = async (t: TestContext) => {
  const server = new TestBroker()
  const url = await server.start()
  t.after(() => server.stop())
  return { server, url }
}

const options = { mac: 'AA:BB:CC:00:11:22', random: () => 0, log: { info: () => {}, warn: () => {} } }
const root = 'busbar/aabbcc001122'

test('another broker gets the current values, and they are removed from the previous one', async (t) => {
  const [first, second] = [await startServer(t), await startServer(t)]
  const folder = memory()
  const broker = new TaskBroker({ ...options, clock: new VirtualClock(), choice: new BrokerChoice({ folder }) })
  broker.start()
  assert.equal(broker.status(), null)
  // No peer is there yet, and it is not lost.
  broker.put('HEAT/level', '1.5', 180)
  await broker.choose(settingsOf({ url: first.url }))
  assert.equal(await first.server.next(`${root}/HEAT/level`), '1.5')
  assert.partialDeepStrictEqual(broker.status(), { phase: 'connected', problem: null, root })
  broker.put('HEAT/old', '7', 180)
  assert.equal(await first.server.next(`${root}/HEAT/old`), '7')
  broker.put('HEAT/old', '', 180)
  await broker.choose(settingsOf({ url: second.url, root: 'site' }))
  assert.equal(await first.server.next(`${root}/HEAT/level`), '')
  assert.equal(await second.server.next('site/HEAT/level'), '1.5')
  assert.equal(new BrokerChoice({ folder }).settings?.url, second.url)
  await broker.choose(null)
  assert.equal(await second.server.next('site/HEAT/level'), '')
  assert.deepEqual([broker.status(), new BrokerChoice({ folder }).settings], [null, null])
  await broker.stop()
})

test('reports an unreachable broker with its reason', async () => {
  const folder = memory()
  new BrokerChoice({ folder }).choose(settingsOf({ url: 'mqtt://127.0.0.1:1' }))
  const broker = new TaskBroker({ ...options, clock: new VirtualClock(), choice: new BrokerChoice({ folder }) })
  broker.start()
  assert.equal(broker.status()?.phase, 'connecting')
  await until(() => broker.status()?.phase === 'waiting')
  assert.match(broker.status()?.problem ?? '', /ECONNREFUSED/)
  await broker.stop()
})

test('a broker from the command line overrides the stored one', () => {
  const folder = memory(new Map([['mqtt.json', Buffer.from('{"url":"mqtt://kept"}')]]))
  assert.equal(new BrokerChoice({ folder }).settings?.url, 'mqtt://kept')
  const { settings, isFixed } = new BrokerChoice({ folder, fixed: settingsOf({ url: 'mqtt://given' }) })
  assert.deepEqual([settings?.url, isFixed], ['mqtt://given', true])
})

test('a file that is damaged costs the broker, and nothing else', () => {
  for (const text of ['{', '{}', '{"url":"http://a"}', 'null'])
    assert.equal(new BrokerChoice({ folder: memory(new Map([['mqtt.json', Buffer.from(text)]])) }).settings, null)
})
