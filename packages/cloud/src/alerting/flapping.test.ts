import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AlertWatch } from '@busbar/alerts'
import { until } from '@busbar/kit/testing'
import { makeDevice, pollOf } from '../history/testing/polls.ts'
import { createAlert, recordJudged, startJudged } from './testing/alerts.ts'

const minuteMs = 60_000
const log = { info: () => {}, error: (_: object, message: string): void => assert.fail(message) }

test('a flapping alert is reported once, over a restart, and its state when it is stable', async (t) => {
  const { api, watch } = await startJudged(t)
  const { orgId, call, clock, service } = api
  const { db, now } = service
  const place = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const [param] = place.params
  assert.ok(param)
  const { id } = await createAlert(api, {
    conditions: [{ paramId: param.id, kind: 'g', value: 10 }],
    actions: [{ timeoutMinutes: 0, type: 'email', recepient: 'duty@example.org' }],
    maxAgeSec: 86_400,
    flapping: { changes: 3, minutes: 5 },
  })
  const settled = (one: AlertWatch): Promise<void> =>
    until(() => {
      clock.advance(1)
      return one.state(id) !== null && one.status().pending === 0
    })
  const pass = async (one: AlertWatch, minutes: number): Promise<void> => {
    await clock.advanceAsync(minutes * minuteMs)
    await settled(one)
  }
  const read = async (one: AlertWatch, value: number): Promise<void> => {
    await recordJudged(api, one, pollOf(place, place.params, now().getTime(), { [param.id]: value }))
    await pass(one, 1)
  }
  const messages = async () =>
    (
      await db.sql<{ item: string; state: string; flapping: object | null }[]>`
        select item, state, snapshot -> 'flapping' as flapping from message order by id`
    ).map(({ item, state, flapping }) => [item[0], state, flapping])
  const currentHold = async () =>
    ((await call('viewer', 'GET', `/alert/${id}/status/`)).body as { held?: { why: string } }).held?.why
  const expectedFlapping = { changes: 3, minutes: 5 }
  await settled(watch)

  for (const value of [11, 1, 11, 1]) await read(watch, value)
  const begun = [
    ['a', 'waiting', null],
    ['w', 'waiting', { ...expectedFlapping, isSteady: false }],
    ['a', 'dropped', null],
  ]
  assert.deepEqual(await messages(), begun)
  assert.equal(await currentHold(), 'flapping')

  await watch.stop()
  const links = { onConnection: () => () => {}, statuses: () => new Map<number, { isConnected: boolean }>() }
  const again = new AlertWatch({ db, clock, now, log, links, oldestOn: () => null })
  await again.start()
  api.atEnd(() => again.stop())
  await read(again, 11)
  assert.deepEqual(await messages(), begun, 'nothing is said again')
  await pass(again, 5)
  assert.deepEqual((await messages()).slice(begun.length), [
    ['s', 'waiting', { ...expectedFlapping, isSteady: true }],
    ['a', 'dropped', null],
  ])
  const { records } = (await call('viewer', 'GET', `/alert/${id}/log/`)).body as {
    records: { details: { texts: string[] }[] }[]
  }
  const texts = records.flatMap(({ details }) => details.flatMap((one) => one.texts))
  assert.ok(texts.includes('Stable again: the alert is active.'))
  assert.ok(texts.some((text) => text.startsWith('Flapping: changed 3 times in 5 min.')))
})
