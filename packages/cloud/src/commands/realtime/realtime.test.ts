import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { workshop } from '@busbar/simulator'
import { pollOf, recordPolls } from '../../history/testing/polls.ts'
import { type PlantApi, startPlantApi } from './testing/plant-api.ts'

type RealtimeAnswer = Record<string, { value?: string; formattedValue?: string; err?: string }>

const read = async ({ call }: PlantApi, ids: readonly number[], more = '', as: 'viewer' | 'stranger' = 'viewer') => {
  const { status, body } = await call(as, 'GET', `/params/read-realtime/?lang=en&paramIds=${ids.join(',')}${more}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as RealtimeAnswer
}

/** Three devices of the workshop, whose units are 1, 2 and 3. */
const setUp = async (t: TestContext, depth: number) => {
  const api = await startPlantApi(t, workshop, { depth })
  const devices = [await api.makeDevice(1), await api.makeDevice(2), await api.makeDevice(3)] as const
  const shown = (unit: number, label: string) => api.plant.site('workshop').device(unit)?.value(label)
  return { ...api, devices, shown }
}

describe('read-realtime', () => {
  test('values of every type, tracked or not, in few requests; nothing is recorded', async (t) => {
    const api = await setUp(t, 1)
    const [{ ids, deviceId }] = api.devices
    const answer = await read(api, Object.values(ids))
    for (const [label, id] of Object.entries(ids)) {
      assert.equal(Number(answer[id]?.value).toString(), Number(api.shown(1, label)).toString(), label)
      if (label === 'serial') assert.equal(answer[id]?.value, api.shown(1, label))
    }
    assert.match(answer[ids['U1'] ?? 0]?.formattedValue ?? '', /^\d+\.\d\d V$/)
    // Between its holding registers are some that it has not. That is found out in a bounded number of requests, and remembered.
    const counts: number[] = []
    for (let turn = 0, before = 0; turn < 3; turn += 1) {
      counts.push(api.link.counters.requests - before)
      before = api.link.counters.requests
      assert.deepEqual(await read(api, Object.values(ids)), answer)
    }
    assert.ok((counts[0] ?? 0) <= 20 && (counts[2] ?? 0) <= 6, counts.join(' '))
    const polls = await api.service.db.sql`select 1 from last_poll where device_id = ${deviceId}`
    assert.equal(polls.length, 0)
  })

  test('a number that means no value is none, and a sign is read with its value', async (t) => {
    const api = await setUp(t, 1)
    const [{ ids }] = api.devices
    const { sql } = api.service.db
    const [u1 = 0, u2 = 0] = [ids['U1'], ids['U2']]
    const registers = api.plant.site('workshop').device(1)?.read('input', 0, 4)
    assert.ok(typeof registers === 'object')
    const [, , high = 0, low = 0] = registers
    const raw = `0x${(high * 0x1_0000 + low).toString(16)}`
    const coding = { signAt: { address: 2, positive: 0xffff, negative: high } }
    await sql`update param set nan_values = ${sql.json([raw])} where id = ${u2}`
    await sql`update param set coding = ${sql.json(coding)} where id = ${u1}`
    const answer = await read(api, [u1, u2])
    assert.deepEqual(answer[u2], { err: 'NoValue' })
    assert.equal(Number(answer[u1]?.value), -Number(api.shown(1, 'U1')))
    assert.equal(api.link.counters.requests, 1)
    const paths = await api.call('viewer', 'POST', `/org/${api.orgId}/params/get-param-values/`, { params: `*#${u2}` })
    assert.deepEqual(paths.body, { [`*#${u2}`]: 'NORV' })
  })

  test('reads the inputs of a computed value and sends nothing for the value itself', async (t) => {
    const api = await setUp(t, 1)
    const [{ ids }] = api.devices
    const [u1 = 0, u2 = 0] = [ids['U1'], ids['U2']]
    const make = async (formula: string): Promise<number> => {
      const body = { name: 'Totals', params: [{ name: 'Sum', formula }] }
      const made = await api.call('manager', 'POST', `/net/${api.netId}/computed/create/`, body)
      assert.equal(made.status, 200, JSON.stringify(made.body))
      return (made.body as { paramIds: number[] }).paramIds[0] ?? 0
    }
    const sum = await make(`#${u1} + #${u2}`)
    const over = await make(`#${sum} * 10`)
    const gone = await make(`#${u1} / (#${u2} - #${u2})`)
    const answer = await read(api, [over, gone])
    const expected = (Number(api.shown(1, 'U1')) + Number(api.shown(1, 'U2'))) * 10
    assert.ok(Math.abs(Number(answer[over]?.value) - expected) < 1e-6)
    assert.deepEqual(answer[gone], { err: 'DivisionByZero' })
    assert.deepEqual(Object.keys(answer).toSorted(), [String(over), String(gone)].toSorted())
    assert.equal(api.link.counters.requests, 1)
  })

  test('an illegal register does not affect other values', async (t) => {
    const api = await setUp(t, 1)
    const [{ ids }] = api.devices
    api.plant.faults.set('workshop/1', 'illegal-range', { from: 24, till: 25 })
    const answer = await read(
      api,
      ['P1', 'P2', 'P3', 'P_total', 'U1'].map((label) => ids[label] ?? 0),
    )
    assert.deepEqual(answer[ids['P3'] ?? 0], { err: 'IllegalDataAddress' })
    for (const label of ['P1', 'P2', 'P_total', 'U1']) assert.ok(answer[ids[label] ?? 0]?.value, label)
    assert.ok(api.link.counters.requests <= 8, `${api.link.counters.requests} requests`)
  })

  for (const depth of [1, 4]) {
    test(`a dead device costs its own time and no more, with ${depth} on the way at once`, async (t) => {
      const api = await setUp(t, depth)
      const [one, two, three] = api.devices
      api.plant.faults.set('workshop/2', 'dead')
      const labels: [number, string][] = [
        [one.ids['U1'] ?? 0, api.shown(1, 'U1') ?? ''],
        [three.ids['T'] ?? 0, api.shown(3, 'T') ?? ''],
      ]
      const before = api.clock.now()
      const pending = read(api, [...labels.map(([id]) => id), two.ids['U'] ?? 0, two.ids['relay'] ?? 0])
      // Side by side the others have answered before its time is out; one after another they may have to wait for that.
      await api.until(() => api.link.unitCounters.get(2)?.requests === 1)
      if (depth > 1) await api.until(() => api.link.counters.answers === 2)
      api.clock.advance(api.link.net.timeoutMs)
      const answer = await pending
      assert.equal(api.clock.now() - before, 1000)
      for (const [id, value] of labels) assert.equal(Number(answer[id]?.value), Number(value))
      assert.deepEqual(
        [answer[two.ids['U'] ?? 0], answer[two.ids['relay'] ?? 0]],
        [{ err: 'Timeout' }, { err: 'Timeout' }],
      )
      assert.equal(api.link.unitCounters.get(2)?.requests, 1)
    })
  }

  test('concurrent equal requests share a response', async (t) => {
    const api = await setUp(t, 4)
    const [, { ids }] = api.devices
    const relay = ids['relay'] ?? 0
    const { realtime } = api.service
    const entered = t.mock.method(realtime, 'read').mock
    api.plant.faults.set('workshop/2', 'slow', { ms: 300 })
    const pending = Promise.all(Array.from({ length: 5 }, () => read(api, [relay])))
    await api.until(() => entered.callCount() === 5)
    const [first, ...others] = await api.withPlantTime(pending)
    assert.ok(first?.[relay]?.value)
    for (const other of others) assert.deepEqual(other, first)
    assert.equal(api.link.counters.requests, 1)
    await api.withPlantTime(read(api, [relay]))
    assert.equal(api.link.counters.requests, 2)
  })

  test('failback, and what cannot be read', async (t) => {
    const api = await setUp(t, 1)
    const { sql } = api.service.db
    const [one, two, three] = api.devices
    const u1 = one.ids['U1'] ?? 0
    const readOn = api.service.now().getTime()
    await recordPolls(api, [
      pollOf({ orgId: api.orgId, deviceId: one.deviceId }, [{ id: u1, valueType: 'f32' }], readOn, { [u1]: 231.5 }),
    ])
    await sql`update device set disabled_on = now() where id = ${one.deviceId}`
    const u2 = one.ids['U2'] ?? 0
    assert.deepEqual(await read(api, [u1]), { [u1]: { err: 'DeviceDisabled' } })
    assert.deepEqual(await read(api, [u1, u2], '&failbackToDb=true'), {
      [u1]: { value: '231.5', formattedValue: '231.50 V' },
      [u2]: { err: 'no-value' },
    })
    await sql`update net set disabled_on = now(), disabled_by = 'user' where id = ${api.netId}`
    const t3 = three.ids['T'] ?? 0
    assert.deepEqual(await read(api, [t3], '&failbackToDb=0'), { [t3]: { err: 'NetworkDisabled' } })
    await sql`update net set disabled_on = null, disabled_by = null where id = ${api.netId}`
    await sql`update param set value_type = 'enum', enum = null where id = ${t3}`
    assert.deepEqual(await read(api, [t3]), { [t3]: { err: 'Unreadable' } })
    api.link.drop()
    const relay = two.ids['relay'] ?? 0
    assert.deepEqual(await read(api, [relay]), { [relay]: { err: 'NoConnection' } })
  })

  test('ids that are not there for the caller, and too many of them', async (t) => {
    const api = await setUp(t, 1)
    const [{ ids }] = api.devices
    const u1 = ids['U1'] ?? 0
    assert.deepEqual(Object.keys(await read(api, [u1, u1, 999_999_999])), [String(u1)])
    assert.deepEqual(await read(api, [u1], '', 'stranger'), {})
    assert.deepEqual(
      Object.keys((await api.call('demo', 'GET', `/params/read-realtime/?lang=en&paramIds=${u1}`)).body as object),
      [],
    )
    const many = Array.from({ length: 1001 }, (_, i) => i + 1).join(',')
    const { status, body } = await api.call('viewer', 'GET', `/params/read-realtime/?lang=en&paramIds=${many}`)
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /IncorrectRequest.*paramIds.*1000/)
  })
})
