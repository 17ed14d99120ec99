import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { until as waitUntil } from '@busbar/kit/testing'
import { type PlantDescription, workshop } from '@busbar/simulator'
import { seedTemplates } from '../../devices/templates/seed.ts'
import type { FoundUnit } from '../../field/scan/scan.ts'
import type { ScanProgress } from '../../field/scan/scan-work.ts'
import { startPlantApi } from '../realtime/testing/plant-api.ts'

type Caller = 'viewer' | 'operator' | 'manager' | 'stranger'

const setUp = async (t: TestContext, description: PlantDescription = workshop) => {
  const api = await startPlantApi(t, description)
  const post = (path: string, body: unknown = null, as: Caller = 'operator') => api.call(as, 'POST', path, body)
  const start = async (body: object, as: Caller = 'operator'): Promise<string> => {
    const { status, body: reply } = await post('/scan/start/', body, as)
    assert.equal(status, 200, JSON.stringify(reply))
    return (reply as { scanId: string }).scanId
  }
  const progress = async (scanId: string, as: Caller = 'operator') =>
    (await post(`/scan/${scanId}/`, null, as)).body as ScanProgress<FoundUnit>
  const until = async (
    scanId: string,
    isSo: (one: ScanProgress<FoundUnit>) => boolean,
  ): Promise<ScanProgress<FoundUnit>> => {
    let one = await progress(scanId)
    await waitUntil(async () => {
      one = await progress(scanId)
      return isSo(one)
    })
    return one
  }
  const net = { kind: 'net-id', networkId: api.netId }
  return { api, post, start, progress, until, net, direct: { kind: 'direct', ip: '127.0.0.1', port: api.port } }
}

const isOver = ({ state }: ScanProgress<FoundUnit>): boolean => state !== 'running' && state !== 'waiting'

describe('scanning', () => {
  test('finds exactly the units of the plant, over a network and over an address', async (t) => {
    const units = [3, 7, 12, 90, 247]
    const { api, start, until, net, direct } = await setUp(t, {
      name: 'plant',
      seed: 'plant',
      sites: [
        {
          id: 'plant',
          name: 'Plant',
          envelope: 'tcp',
          devices: units.map((unit) => ({ unit, sku: 'thermo', name: `${unit}` })),
        },
      ],
    })
    api.plant.faults.set('plant/12', 'exception', { code: 4 })
    for (const connection of [net, direct]) {
      const { state, asked, total, found } = await until(await start({ connection }), isOver)
      assert.deepEqual({ state, asked, total }, { state: 'done', asked: 247, total: 247 })
      assert.deepEqual(
        found.map(({ unit, answered, identity }) => [unit, answered, identity?.productCode]),
        units.map((unit) => (unit === 12 ? [12, 'ServerDeviceFailure', undefined] : [unit, 'registers', 'thermo'])),
      )
    }
    const some = await until(await start({ connection: net, units: { from: 7, till: 12 } }), isOver)
    assert.deepEqual([some.total, some.found.map(({ unit }) => unit)], [6, [7, 12]])
  })

  test('shows progress, can be cancelled, takes turns on a link, is limited, and belongs to its owner', async (t) => {
    const { api, post, start, progress, until, net } = await setUp(t)
    api.plant.faults.set('workshop/3', 'slow', { ms: 200 })
    const first = await start({ connection: net })
    const running = await until(first, ({ asked }) => asked === 2)
    assert.deepEqual([running.state, running.found.length], ['running', 2])
    const second = await start({ connection: net, units: { from: 1, till: 2 } })
    assert.equal((await progress(second)).state, 'waiting')
    const [third] = [await start({ connection: net }), await start({ connection: net })]
    const refused = await post('/scan/start/', { connection: net })
    assert.deepEqual([refused.status, (refused.body as { errorCode: string }).errorCode], [403, 'TooManyRequests'])
    assert.equal((await post('/scan/start/', { connection: net }, 'manager')).status, 403)

    for (const path of [`/scan/${first}/`, `/scan/${first}/cancel/`]) {
      assert.equal((await post(path, null, 'manager')).status, 404)
    }
    assert.equal((await post(`/scan/${third}/cancel/`)).status, 200)
    assert.deepEqual((await post(`/scan/${first}/cancel/`)).body, {})
    const cancelled = await progress(first)
    assert.deepEqual([cancelled.state, cancelled.asked, cancelled.found.length], ['cancelled', 2, 2])
    const done = await api.withPlantTime(until(second, isOver))
    assert.deepEqual([done.state, done.found.length], ['done', 2])

    api.clock.advance(599_999)
    assert.equal((await post(`/scan/${second}/`)).status, 200)
    api.clock.advance(1)
    assert.equal((await post(`/scan/${second}/`)).status, 404)
  })

  test('refuses forbidden addresses and reports unreachable ones', async (t) => {
    const { api, post, start, until, net } = await setUp(t)
    const rows: [body: object, as: Caller, status: number][] = [
      [{ connection: net }, 'stranger', 404],
      [{ connection: net }, 'viewer', 401],
      [{ connection: { kind: 'backward', mac: '02:00:5e:10:00:01' } }, 'operator', 404],
      [{ connection: net, units: { from: 5, till: 4 } }, 'operator', 400],
      [{ connection: net, units: { from: 0, till: 4 } }, 'operator', 400],
      [{ connection: net, timeoutMs: 10 }, 'operator', 400],
    ]
    for (const [body, as, status] of rows) {
      assert.equal((await post('/scan/start/', body, as)).status, status, JSON.stringify(body))
    }
    api.link.drop()
    const { state, err } = await until(await start({ connection: net }), isOver)
    assert.deepEqual([state, err], ['failed', 'NoConnection'])
  })
})

describe('helping', () => {
  test('identify: who it is, and which template fits', async (t) => {
    const { api, post, net, direct } = await setUp(t)
    await seedTemplates(api.service.db, api.service.now)
    const rows: [unit: number, sku: string, connection: object][] = [
      [1, 'em3p', net],
      [3, 'thermo', direct],
    ]
    for (const [unit, sku, connection] of rows) {
      const { body } = await post('/scan/identify/', { connection, unit })
      const { identity, templates } = body as {
        identity: { vendorName: string; productCode: string; others: object[] }
        templates: { id: number; matched: string; tried: number; fitting: number }[]
      }
      assert.deepEqual([identity.vendorName, identity.productCode, identity.others.length], ['Busbar', sku, 1])
      const { body: bySku } = await post('/controller/get-template-id/', { sku })
      const [best] = templates
      assert.deepEqual([best?.id, best?.matched], [(bySku as { id: number }).id, 'sku'])
      assert.ok(best !== undefined && best.tried === best.fitting && best.tried >= 10)
      assert.ok(templates.length <= 5)
    }
    const before = api.link.counters.requests
    await post('/scan/identify/', { connection: net, unit: 1 })
    assert.ok(api.link.counters.requests - before <= 12 + 5 * 6)

    // A device with a voltage at register 0 is the second of the two meters that are called so; of a silent one nothing is known.
    for (const [unit, answers] of [
      [1, ['yes', 'no']],
      [99, ['unknown', 'unknown']],
    ] as const) {
      const { body } = await post('/scan/identify/', { connection: net, unit, hint: 'eastron-sdm72' })
      const { templates } = body as {
        templates: { version: string; name: string; variant?: { of: string; answer: string } }[]
      }
      const family = templates.filter(({ variant }) => variant?.of === 'eastron-sdm72')
      assert.deepEqual(
        family.map(({ variant }) => variant?.answer),
        answers,
      )
      if (unit === 1) assert.deepEqual([templates[0]?.name], ['SDM72D-M v2 three-phase energy meter'])
    }

    const nobody = await post('/scan/identify/', { connection: net, unit: 99 })
    assert.deepEqual(nobody.body, { identity: null, err: 'GatewayTargetDeviceFailedToRespond', templates: [] })
    const hinted = await post('/scan/identify/', { connection: net, unit: 99, hint: 'Eastron SDM630' })
    const [template] = (hinted.body as { templates: { manufacturer: string; fitting: number }[] }).templates
    assert.deepEqual([template?.manufacturer, template?.fitting], ['Eastron', 0])
  })

  test('read-registers and show-block', async (t) => {
    const { api, post, net } = await setUp(t)
    const range = { unit: 1, kind: 'input', address: 0, count: 4 }
    const { body } = await post('/scan/read-registers/', { connection: net, ...range })
    const { words } = body as { words: number[] }
    const registers = api.plant.site('workshop').device(1)?.read('input', 0, 4)
    assert.deepEqual(words, typeof registers === 'object' && Array.from(registers))
    const rows: [given: object, gives: unknown][] = [
      [{ ...range, unit: 99 }, { err: 'GatewayTargetDeviceFailedToRespond' }],
      [{ ...range, address: 60_000 }, { err: 'IllegalDataAddress' }],
    ]
    for (const [given, gives] of rows) {
      assert.deepEqual((await post('/scan/read-registers/', { connection: net, ...given })).body, gives)
    }
    const tooMany = await post('/scan/read-registers/', { connection: net, ...range, count: 126 })
    assert.equal(tooMany.status, 400)

    const u2 = Number(api.plant.site('workshop').device(1)?.value('U2'))
    const shown = await post('/scan/show-block/', { words, expected: u2, offset: 1 })
    const { hints } = shown.body as { hints: { offset: number; steps: number; valueType: string; order: string }[] }
    const hint = hints.find(({ valueType, order }) => valueType === 'f32' && order === 'ABCD')
    assert.deepEqual([hint?.offset, hint?.steps], [2, 1])
  })
})
