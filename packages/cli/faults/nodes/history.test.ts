import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestBroker } from '@busbar/cloud/nodes/testing'
import { Cluster, missingPrograms } from './cluster.ts'
import { notArrived } from './not-arrived.ts'

const sites = 12
const periodSec = 2
const steadyMs = 12_000
/** A lease, two turns, the timeout of the networks, and what it takes to connect. */
const overMs = 15_000
const root = 'plant'
const reason = missingPrograms()

describe('readings for a broker from three nodes', { skip: reason ?? false, timeout: 600_000 }, () => {
  const cluster = new Cluster()
  const broker = new TestBroker()
  const places = new Map<string, string>()
  /** `<network>/<device>/<parameter> <time>`. */
  const arrived = new Set<string>()
  let replayed = 0
  before(async () => {
    if (reason !== null) return
    broker.onTaken = (topic, payload) => take(topic, payload)
    await cluster.open(sites, periodSec)
    await cluster.add()
    await cluster.add()
    await cluster.working()
    for (const [id, { net, device, param }] of await cluster.paramPlaces()) places.set(id, `${net}/${device}/${param}`)
    const settings = { url: await broker.start(), root, replay: true }
    await cluster.connect({ name: 'Broker', kind: 'mqtt', settings })
    await sleep(steadyMs)
  })
  after(async () => {
    await cluster.close()
    if (reason === null) await broker.stop()
  })

  const take = (topic: string, payload: string): void => {
    const [, net, device, word = 'history'] = topic.split('/')
    if (!payload.startsWith('{') || word !== 'history') return
    const { t, replay = false, ...values } = JSON.parse(payload) as { t: string; replay?: boolean }
    if (replay) replayed += 1
    for (const slug of Object.keys(values)) arrived.add(`${net}/${device}/${slug} ${Date.parse(t)}`)
  }
  const keyOf = (key: string): string => {
    const [id = '', on = ''] = key.split(' ')
    return `${places.get(id)} ${Date.parse(on)}`
  }

  for (const what of ['the one that sends and another', 'the two others'] as const) {
    test(`kill -9 of two at once, ${what}: every streamed reading arrives`, async (t) => {
      const since = Date.now()
      const replayedBefore = replayed
      for (const node of cluster.nodes) cluster.listen(node)
      await sleep(steadyMs)
      const sender = await cluster.sender()
      const others = cluster.nodes.filter((node) => node !== sender)
      const victims = what === 'the two others' ? others : [sender, ...others.slice(1)]
      await Promise.all(victims.map((node) => cluster.end(node, 'SIGKILL')))
      await sleep(overMs)
      const streamed = cluster.log.streamedBetween(since, Date.now()).map(keyOf)
      const lost = await notArrived(streamed, () => arrived)
      t.diagnostic(`told ${streamed.length}, lost ${lost.length}; ${replayed - replayedBefore} messages to history`)
      assert.ok(streamed.length > 1000)
      assert.deepEqual(lost, [])
      await cluster.add()
      await cluster.add()
      await cluster.working()
    })
  }
})
