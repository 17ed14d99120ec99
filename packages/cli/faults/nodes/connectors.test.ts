import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestReceiver } from '@busbar/cloud/nodes/testing'
import { Cluster, missingPrograms } from './cluster.ts'
import { notArrived } from './not-arrived.ts'

const sites = 12
const periodSec = 2
const steadyMs = 8000
/** A lease, two turns, the timeout of the networks, and what it takes to catch up. */
const overMs = 15_000
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
    for (const [id, { net, device, param }] of await cluster.paramPlaces())
      series.set(id, `net=${net},device=${device},param=${param}`)
    await cluster.connect({ name: 'Prometheus', kind: 'prometheus', settings: { url: await receiver.start() } })
    await sleep(steadyMs)
  })
  after(async () => {
    await cluster.close()
    await receiver.stop()
  })

  const keyOf = (key: string): string => {
    const [id = '', on = ''] = key.split(' ')
    return `${series.get(id)} ${Date.parse(on)}`
  }

  for (const what of ['the one that sends', 'another'] as const) {
    test(`kill -9 of ${what}: every streamed reading arrives, and none twice`, async (t) => {
      const since = Date.now()
      for (const node of cluster.nodes) cluster.listen(node)
      await sleep(steadyMs)
      const sender = await cluster.sender()
      const victim = what === 'another' ? cluster.nodes.find((node) => node !== sender) : sender
      assert.ok(victim)
      await cluster.end(victim, 'SIGKILL')
      await sleep(overMs)
      const till = Date.now()
      const streamed = cluster.log.streamedBetween(since, till).map(keyOf)
      const lost = await notArrived(streamed, () => new Set(receiver.samples.map(keyOfSample)))
      const twice =
        receiver.samples.length - new Set(receiver.samples.map(({ series: name, time }) => `${name} ${time}`)).size
      t.diagnostic(
        `told ${streamed.length}, lost ${lost.length}, twice ${twice}; ${receiver.refused} samples were sent again and refused`,
      )
      assert.ok(streamed.length > 1000)
      assert.deepEqual([lost, twice], [[], 0])
      await cluster.add()
      await cluster.working()
    })
  }
})

const keyOfSample = ({ series, time }: { series: string; time: number }): string => `${labels(series)} ${time}`

/** As the test names them. */
const labels = (name: string): string =>
  ['net', 'device', 'param'].map((label) => new RegExp(`\\b${label}=([^,}]*)`).exec(name)?.[0] ?? '').join(',')
