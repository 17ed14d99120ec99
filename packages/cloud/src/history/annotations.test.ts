import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { record } from '../accounts/audit/record.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { makeDevice } from './testing/polls.ts'

const iso = (ms: number): string => new Date(ms).toISOString()
const minute = 60_000

let api: TestApi
let paramId: number
let theirs: number
let deviceId: number
let netId: number
let alertId: number
let start: number

const prepare = async (started: TestApi): Promise<void> => {
  api = started
  start = api.service.now().getTime()
  const ours = await makeDevice(api, api.orgId, 'a', [{ valueType: 'f32' }])
  const other = await makeDevice(api, api.otherOrgId, 'b', [{ valueType: 'f32' }])
  ;({ deviceId, netId } = ours)
  paramId = ours.params[0]?.id ?? 0
  theirs = other.params[0]?.id ?? 0
  const made = await api.call('manager', 'POST', `/org/${api.orgId}/alerts/create/`, {
    name: 'Overvoltage',
    conditionLogic: 'any',
    logAs: 'failure',
    conditions: [{ paramId, kind: 'g', value: 250 }],
    actions: [],
  })
  alertId = (made.body as { id: number }).id
}

const ask = async (
  as: 'viewer' | 'stranger' | 'demo',
  name: string,
  ids: readonly number[],
  fromMs = 0,
  tillMs = 3_600_000,
) => api.call(as, 'POST', `/readings/${name}/`, { paramIds: ids, from: iso(start + fromMs), till: iso(start + tillMs) })

/** As writing records it. */
const wrote = async (command: string, value: string, outcome: string | null): Promise<void> => {
  const actor = { caller: { accountId: 0, accountName: 'Jan' }, from: '192.0.2.1', now: api.service.now }
  const object = { objectKind: 'param', objectId: paramId, before: { value: '1 V' } } as const
  await api.service.db.tx(async (tx) => {
    await record(tx, api.orgId, actor, { ...object, action: 'param.write', after: { value, command, by: 'write' } })
    if (outcome === null) return
    await record(tx, api.orgId, actor, { ...object, action: 'param.write-outcome', after: { outcome, command } })
  })
}

describe('annotations of readings', () => {
  shareApi(prepare)

  test('limits of alerts, times in which they were active, and writes with their outcome', async () => {
    const { sql } = api.service.db
    await sql`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
      values (${api.orgId}, ${alertId}, 1, 'Overvoltage', 'failure', ${new Date(start)}, ${new Date(start + minute)})`
    await wrote('a', '2 V', 'done')
    await wrote('b', '3 V', null)
    const limit = { alertId, paramId, name: 'Overvoltage', logAs: 'failure', isEnabled: true, kind: 'g', value: 250 }
    const write = { paramId, on: iso(start), userName: 'Jan', before: '1 V' }
    assert.deepEqual((await ask('viewer', 'annotations', [paramId, theirs])).body, {
      conditions: [limit],
      episodes: [{ alertId, name: 'Overvoltage', logAs: 'failure', startedOn: iso(start + minute), endedOn: null }],
      writes: [
        { ...write, value: '3 V', outcome: null },
        { ...write, value: '2 V', outcome: 'done' },
      ],
    })
    const later = (await ask('viewer', 'annotations', [paramId], 2 * minute)).body as Record<string, object[]>
    assert.deepEqual([later['episodes']?.length, later['writes']?.length], [1, 0])
    const none = { conditions: [], episodes: [], writes: [] }
    assert.deepEqual((await ask('stranger', 'annotations', [paramId])).body, none)
  })

  test('visitors of example data see no annotations', async () => {
    assert.deepEqual((await ask('demo', 'annotations', [paramId])).body, { conditions: [], episodes: [], writes: [] })
  })

  test('a pause by a person is a gap, of the device and of its network', async () => {
    const paused = async (path: string, enabled: boolean) =>
      assert.equal((await api.call('manager', 'POST', `${path}/change-disable/`, { enabled })).status, 200)
    const gapsOf = async () => ((await ask('viewer', 'gaps', [paramId])).body as Record<number, object[]>)[paramId]
    const at = api.service.now().getTime()
    await paused(`/device/${deviceId}`, false)
    api.clock.advance(10 * minute)
    await paused(`/device/${deviceId}`, true)
    api.clock.advance(10 * minute)
    await paused(`/net/${netId}`, false)
    api.clock.advance(5 * minute)
    const gap = { polls: 0, reason: 'Paused' }
    assert.deepEqual(await gapsOf(), [
      { ...gap, from: iso(at), till: iso(at + 10 * minute) },
      { ...gap, from: iso(at + 20 * minute), till: iso(at + 25 * minute) },
    ])
    await paused(`/net/${netId}`, true)
    api.clock.advance(5 * minute)
    assert.equal((await gapsOf())?.length, 2)
  })
})
