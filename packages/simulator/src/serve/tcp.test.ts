import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { freePort } from '@busbar/kit/testing'
import { type Client } from '@busbar/modbus'
import { dial } from '@busbar/modbus/net'
import { Plant } from '../plant/plant.ts'
import { district } from '../plants/district.ts'
import { swarm } from '../plants/swarm.ts'
import { workshop } from '../plants/workshop.ts'
import { serveTcp } from './tcp.ts'

const host = '127.0.0.1'
const startMs = Date.UTC(2026, 4, 4, 12)

const setUp = async (description = workshop) => {
  const clock = new VirtualClock()
  const plant = new Plant(description, { clock, startMs, speed: 0 })
  const served = await serveTcp(plant, { port: 0 })
  const [first] = served.sites
  assert.ok(first)
  const dialSite = (options = {}) => dial({ host, port: first.port, envelope: 'tcp', ...options })
  return { clock, plant, served, first, dialSite }
}
const readOk = async (client: Client, unit = 1): Promise<boolean> =>
  'ok' in (await client.ask(unit, { fn: 4, address: 0, count: 2 }))

test('every device of every site of the district answers with what it shows', async (t) => {
  const { plant, served } = await setUp(district)
  t.after(() => served.close())
  assert.equal(served.sites.length, 40)
  let deviceCount = 0
  for (const { site, port } of served.sites) {
    const { envelope, devices } = site.description
    const client = await dial({ host, port, envelope, timeoutMs: 60_000 })
    for (const { unit, sku } of devices) {
      const id = await client.ask(unit, { fn: 43, level: 4, object: 1 })
      assert.ok('ok' in id)
      assert.equal(new TextDecoder().decode(id.ok.objects[0]?.value), sku)
      const words = await client.ask(unit, { fn: 3, address: 0, count: 1 })
      const expected = plant.site(site.id).device(unit)?.read('holding', 0, 1)
      if (typeof expected === 'object')
        assert.deepEqual('ok' in words && Array.from(words.ok.words), Array.from(expected))
      else assert.ok('err' in words)
      deviceCount += 1
    }
    client.close()
  }
  assert.equal(deviceCount, 24 * 4 + 6 * 6 + 6 * 6 + 4 * 6)
})

test('the gateway reports a unit that does not exist', async (t) => {
  const { served, dialSite } = await setUp()
  t.after(() => served.close())
  const client = await dialSite()
  assert.deepEqual(await client.ask(99, { fn: 3, address: 0, count: 1 }), { err: 'GatewayTargetDeviceFailedToRespond' })
  client.close()
})

describe('faults of a whole line', () => {
  test('flapping drops connections and takes no new ones until it is back', async (t) => {
    const { clock, plant, served, first, dialSite } = await setUp()
    t.after(() => served.close())
    const { promise: dropped, resolve } = Promise.withResolvers<string>()
    const client = await dialSite({ onClose: resolve })
    assert.ok(await readOk(client))
    plant.faults.set('workshop', 'flapping', { upMs: 1000, downMs: 500 })
    clock.advance(999)
    assert.ok(await readOk(client))
    clock.advance(1)
    await dropped
    const refused = connect(first.port, host).on('error', () => {})
    await once(refused, 'close')
    clock.advance(500)
    const again = await dialSite()
    assert.ok(await readOk(again))
    again.close()
  })

  test('half-open keeps the connection and says nothing; its end is a reset', async (t) => {
    const { plant, served, dialSite } = await setUp()
    t.after(() => served.close())
    const clock = new VirtualClock()
    const { promise: dropped, resolve } = Promise.withResolvers<string>()
    const client = await dialSite({ clock, onClose: resolve })
    assert.ok(await readOk(client))
    plant.faults.set('workshop', 'half-open')
    const read = readOk(client)
    await clock.advanceAsync(1000)
    assert.equal(await read, false)
    assert.equal(client.isClosed, false)
    plant.faults.clear('workshop')
    await dropped
    const again = await dialSite()
    assert.ok(await readOk(again))
    again.close()
  })

  for (const fault of ['noise', 'bad-crc']) {
    test(`${fault} makes a client give the link up`, async (t) => {
      const { plant, served, dialSite } = await setUp()
      t.after(() => served.close())
      plant.faults.set('workshop', fault)
      const client = await dialSite()
      assert.deepEqual(await client.ask(1, { fn: 4, address: 0, count: 2 }), { err: 'closed' })
    })
  }

  test('late answers are overtaken', async (t) => {
    const { clock, plant, served, dialSite } = await setUp()
    t.after(() => served.close())
    plant.faults.set('workshop/1', 'late', { ms: 1000 })
    const client = await dialSite({ depth: 2, timeoutMs: 10_000 })
    const late = readOk(client, 1)
    assert.ok(await readOk(client, 2))
    clock.advance(1000)
    assert.ok(await late)
    client.close()
  })
})

/** A port that is free, before one that is in use. */
const freeBeforeTaken = async (t: TestContext): Promise<number> => {
  for (;;) {
    const port = await freePort()
    const next = await serveTcp(new Plant(workshop), { port: port + 1 }).catch(() => null)
    if (next === null) continue
    t.after(() => next.close())
    return port
  }
}

test('a port in use is named, and nothing stays open', async (t) => {
  const port = await freeBeforeTaken(t)
  await assert.rejects(serveTcp(new Plant(swarm({ sites: 3, units: 1 })), { port }), /EADDRINUSE/)
  const again = await serveTcp(new Plant(workshop), { port })
  await again.close()
})
