import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestReceiver } from '@busbar/cloud/nodes/testing'
import { need } from '../../src/demo/api.ts'
import { Cluster, missingPrograms, type RunningNode } from './cluster.ts'

const sites = 12
const periodSec = 2
const steadyMs = 8000
/** A lease, two turns, the timeout of the networks, and what it takes to catch up. */
const overMs = 15_000
/** Until all has arrived, a minute at most. */
const pollMs = 1000
const triesMax = 60
const reason = missingPrograms()

describe('samples for Prometheus from three nodes', { skip: reason ?? false, timeout: 300_000 }, () => {
  const cluster = new Cluster()
  const receiver = new TestReceiver()
  const series = new Map<string, string>()
  before(async () => {
    if (reason !== null) return
    await cluster.open(sites, periodSec)
    await cluster.add()
    await cluster.add()
    await cluster.working()
    const [{ user, url: nodeUrl } = nodeOf('')] = cluster.nodes
    for (const netId of cluster.netIds) {
      const { slug: net } = need(await user.nets.get({ netId }))
      for (const { id: deviceId, slug: device } of need(await user.nets.devices({ netId }))) {
        for (const { id, slug } of need(await user.devices.params({ deviceId })))
          series.set(String(id), `net=${net},device=${device},param=${slug}`)
      }
    }
    const made = await fetch(`${nodeUrl}org/${cluster.orgId}/connectors/create/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `token ${cluster.token}` },
      body: JSON.stringify({ name: 'Prometheus', kind: 'prometheus', settings: { url: await receiver.start() } }),
    })
    assert.equal(made.status, 200, await made.text())
    await sleep(steadyMs)
  })
  after(async () => {
    await cluster.close()
    await receiver.stop()
  })

  const nodeOf = (name: string): RunningNode => {
    const node = cluster.nodes.find((one) => one.name === name)
    assert.ok(node, `there is no node ${name}`)
    return node
  }
  const keyOf = (key: string): string => {
    const [id = '', on = ''] = key.split(' ')
    return `${series.get(id)} ${Date.parse(on)}`
  }
  const connectorNode = async (): Promise<string> => {
    const found = (await cluster.living()).find(({ work }) => work.includes('connectors'))
    return found?.name ?? ''
  }

  for (const what of ['the one that sends', 'another'] as const) {
    test(`kill -9 of ${what}: every reading that was told arrives, and none twice`, async (t) => {
      const since = Date.now()
      for (const node of cluster.nodes) cluster.listen(node)
      await sleep(steadyMs)
      const sender = await connectorNode()
      const victim = what === 'another' ? cluster.nodes.find(({ name }) => name !== sender) : nodeOf(sender)
      await cluster.end(victim ?? nodeOf(''), 'SIGKILL')
      await sleep(overMs)
      const till = Date.now()
      const told = [...cluster.log.told.keys()].filter((key) => isBetween(key, since, till))
      let lost = told
      for (let tries = 0; lost.length > 0 && tries < triesMax; tries += 1) {
        await sleep(pollMs)
        const arrived = new Set(receiver.samples.map(keyOfSample))
        lost = told.filter((key) => !arrived.has(keyOf(key)))
      }
      const twice =
        receiver.samples.length - new Set(receiver.samples.map(({ series: name, time }) => `${name} ${time}`)).size
      t.diagnostic(
        `told ${told.length}, lost ${lost.length}, twice ${twice}; ${receiver.refused} samples were sent again and refused`,
      )
      assert.ok(told.length > 1000)
      assert.deepEqual([lost, twice], [[], 0])
      await cluster.add()
      await cluster.working()
    })
  }
})

const isBetween = (key: string, since: number, till: number): boolean => {
  const time = Date.parse(key.split(' ')[1] ?? '')
  return time >= since && time <= till
}

const keyOfSample = ({ series, time }: { series: string; time: number }): string => `${labels(series)} ${time}`

/** As the test names them. */
const labels = (name: string): string =>
  ['net', 'device', 'param'].map((label) => new RegExp(`\\b${label}=([^,}]*)`).exec(name)?.[0] ?? '').join(',')
