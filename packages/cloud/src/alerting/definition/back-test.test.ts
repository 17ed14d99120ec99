import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadChunks } from '@busbar/readings'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { minimalAlert } from '../testing/alerts.ts'

const minute = (n: number): number => Date.UTC(2026, 10, 13, 12, n)
const iso = (n: number): string => new Date(minute(n)).toISOString()
const span = { from: '2026-11-13T00:00:00Z', till: '2026-11-14T00:00:00Z' }

test('back-tests of alerts', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const place = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }, { valueType: 'string' }])
  const [volts, text] = place.params.map(({ id }) => id)
  assert.ok(volts !== undefined && text !== undefined)
  const poll = (n: number, value: number | null) =>
    pollOf(place, place.params, minute(n), value === null ? 'Timeout' : { [volts]: value, [text]: 'ok' })
  await recordPolls(api, [
    poll(0, 240),
    poll(1, 260),
    poll(2, 261),
    poll(3, 240),
    poll(10, null),
    poll(11, null),
    poll(12, 239),
  ])
  const run = async (body: object) =>
    (await call('manager', 'POST', `/org/${orgId}/alerts/back-test/`, { ...minimalAlert, ...span, ...body }))
      .body as Record<string, unknown>
  const over = { paramId: volts, kind: 'g', value: 250 }

  await t.test('its episodes, and what would have been sent', async () => {
    const actions = [
      { timeoutMinutes: 0, type: 'email', recepient: 'a@example.org' },
      { timeoutMinutes: 60, type: 'sms', recepient: '+48600100200' },
    ]
    const followUps = [{ stage: 'resolved', timeoutMinutes: 5, type: 'email', recepient: 'b@example.org' }]
    assert.deepEqual(await run({ conditions: [over], actions, followUps, holdOffSec: 0 }), {
      result: 'success',
      errors: {},
      episodes: [
        {
          startedOn: iso(1),
          resolvedOn: iso(3),
          values: [
            { on: iso(1), paramId: volts, isTriggered: true, value: 260 },
            { on: iso(3), paramId: volts, isTriggered: false, value: 240 },
          ],
        },
      ],
      messages: [
        { on: iso(1), stage: 'active', type: 'email', recepient: 'a@example.org' },
        { on: iso(8), stage: 'resolved', type: 'email', recepient: 'b@example.org' },
      ],
      isCut: false,
    })
    const [row] = await service.db.sql`
      select (select count(*) from alert) + (select count(*) from message) + (select count(*) from alert_record) as count`
    assert.equal(row?.['count'], 0, 'nothing is stored')
  })

  await t.test('numbers that a double does not hold count with all their digits', async () => {
    const other = await makeDevice(api, orgId, 'b', [{ valueType: 'u64' }])
    const [counter] = other.params.map(({ id }) => id)
    assert.ok(counter !== undefined)
    const long = (n: number, digits: string) =>
      pollOf(other, other.params, minute(n), { [counter]: { number: Number(digits), text: digits } })
    await recordPolls(api, [
      pollOf(other, other.params, minute(0), { [counter]: 2 ** 53 }),
      long(1, '9007199254740993'),
      pollOf(other, other.params, minute(2), { [counter]: 2 ** 53 }),
    ])
    const conditions = [{ paramId: counter, kind: 'g', value: 2 ** 53 }]
    const { episodes } = await run({ conditions, holdOffSec: 0 })
    assert.partialDeepStrictEqual(episodes, [{ startedOn: iso(1), resolvedOn: iso(2) }])
  })

  await t.test('failed reads count', async () => {
    const { episodes } = await run({ conditions: [{ paramId: volts, kind: 'reading-error' }], holdOffSec: 0 })
    assert.partialDeepStrictEqual(episodes, [
      { startedOn: iso(10), resolvedOn: iso(12), values: [{ reason: 'Timeout', isTriggered: true }, {}] },
    ])
  })

  await t.test('silence counts, and texts are read', async () => {
    const conditions = [{ paramId: text, kind: 'no-data', value: 300 }]
    const { episodes } = (await run({ conditions, holdOffSec: 0, from: iso(0), till: iso(12) })) as {
      episodes: { startedOn: string; resolvedOn: string }[]
    }
    assert.deepEqual(
      episodes.map(({ startedOn, resolvedOn }) => [Date.parse(startedOn) === minute(8), resolvedOn]),
      [[true, iso(12)]],
    )
  })

  await t.test('the time before a parameter existed is no silence', async () => {
    const starts = async (paramId: number | undefined, more: object = {}) => {
      const conditions = [{ paramId, kind: 'no-data', value: 300 }]
      const { episodes } = await run({ conditions, holdOffSec: 0, till: iso(12), ...more })
      return (episodes as { startedOn: string }[]).map(({ startedOn }) => startedOn)
    }
    assert.deepEqual(await starts(volts), [iso(8)], 'read first at noon')
    const day = '2026-11-12T00:00:00Z'
    assert.equal((await starts(volts, { from: day })).length, 1)

    const late = await makeDevice(api, orgId, 'late', [
      { valueType: 'u16' },
      { valueType: 'u16' },
      { valueType: 'u16' },
    ])
    const [failing, loaded, never] = late.params
    assert.ok(failing !== undefined && loaded !== undefined)
    await recordPolls(api, [
      pollOf(late, [failing], minute(-600), 'Timeout'),
      pollOf(late, [failing], minute(0), 'Timeout'),
    ])
    const [first] = await starts(failing.id, { from: iso(-60) })
    assert.equal(first, iso(-55), 'it could not be read before')
    assert.equal((await starts(failing.id)).at(0), iso(-595))
    assert.deepEqual(await starts(never?.id), [], 'nobody asked for it')
    await loadChunks(service.db.sql, orgId, loaded.id, {
      times: Float64Array.of(minute(-3 * 1440), minute(11)),
      values: Float64Array.of(1, 2),
    })
    const [silent] = await starts(loaded.id)
    assert.equal(
      silent,
      '2026-11-13T00:00:00.000Z',
      'readings were loaded from before it was made: it was silent already',
    )
  })

  await t.test('the future is no silence', async () => {
    const conditions = [{ paramId: volts, kind: 'no-data', value: 86_400 }]
    const { episodes } = await run({ conditions, till: '2026-12-24T00:00:00Z' })
    assert.deepEqual(episodes, [])
  })

  await t.test('reports errors', async () => {
    assert.deepEqual(Object.keys((await run({ conditions: [{ ...over, kind: 'x' }], name: '' }))['errors'] as object), [
      'name',
      'conditions.0.kind',
    ])
    const { params } = await makeDevice(
      api,
      orgId,
      'many',
      Array.from({ length: 6 }, () => ({ valueType: 'u16' as const })),
    )
    const conditions = params.map(({ id }) => ({ ...over, paramId: id }))
    assert.deepEqual((await run({ conditions }))['errors'], {
      conditions: 'must have at most 5 parameters to be tried out',
    })
    for (const wrong of [{ from: span.till, till: span.from }, { from: '2026-08-01T00:00:00Z' }, { till: 'now' }])
      assert.equal((await run(wrong))['errorCode'], 'IncorrectRequest')
  })
})
