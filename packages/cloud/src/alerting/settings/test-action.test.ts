import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { createAlert } from '../testing/alerts.ts'

test('an action is tested', async (t) => {
  const api = await startApi(t)
  const { orgId, call, clock, service } = api
  const { sql } = service.db
  const { params } = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  await sql`update param set is_programmable = true`
  const { id } = await createAlert(api, {
    name: 'Hot',
    actions: [
      { timeoutMinutes: 0, type: 'email', recepient: 'a@example.org' },
      { timeoutMinutes: 0, type: 'write-param', paramId: params[0]?.id, value: 1 },
    ],
  })
  const actions = await sql<{ id: number }[]>`select id from alert_action where alert_id = ${id} order by id`
  const [mail = 0, write = 0] = actions.map((action) => action.id)
  const send = (actionId: number) => call('manager', 'POST', `/alert/${id}/test-action/`, { actionId })

  /** Sends a test, does to its message what the courier would, and gives the answer. */
  const tested = async (courier: (messageId: number) => Promise<unknown>) => {
    const timers = clock.pending
    const answer = send(mail)
    for (;;) {
      const [row] = await sql<{ id: number }[]>`select id from message where state = 'waiting' and reason is null`
      if (row === undefined) continue
      await courier(row.id)
      break
    }
    for (;;) {
      const done = await Promise.race([answer, sql`select 1`.then(() => null)])
      if (done !== null) return done.body
      // Only when it waits, beside who watches over the database, and when that has been heard: time that passes without need would give
      // back what tests use up, and make a slow answer look like none.
      if (clock.pending > timers + 1 && service.answering.silentMs === 0) clock.advance(250)
    }
  }
  const put = (state: string, reason: string | null) => (messageId: number) =>
    sql`
    update message set state = ${state}, reason = ${reason}, attempts = 1 where id = ${messageId}`

  await t.test('a message that is sent', async () => {
    assert.deepEqual(await tested(put('sent', null)), { status: 'ok' })
    const [message] = await sql`
      select alert_id as "alertId", episode, type, recepient, snapshot ->> 'name' as name from message`
    assert.deepEqual(
      { ...message },
      { alertId: id, episode: 0, type: 'email', recepient: 'a@example.org', name: 'TEST: Hot' },
    )
    const { records } = (await call('viewer', 'GET', `/alert/${id}/log/`)).body as { records: object[] }
    assert.deepEqual(records, [], 'the log knows nothing of it')
    const { records: audit } = (await call('manager', 'GET', `/org/${orgId}/audit/`)).body as { records: object[] }
    assert.partialDeepStrictEqual(audit[0], { action: 'alert.test-action', after: { actionId: mail, type: 'email' } })
  })

  await t.test('a refused message, and one that would be retried', async () => {
    assert.deepEqual(await tested(put('failed', 'refused: 550 nobody')), {
      status: 'error',
      errorMessage: 'It was not sent. It was rejected: 550 nobody',
    })
    assert.deepEqual(await tested(put('waiting', 'failed: no answer')), {
      status: 'error',
      errorMessage: 'It was not sent. It could not be sent: no answer',
    })
    const [row] = await sql`select count(*) from message where state = 'waiting'`
    assert.equal(row?.['count'], 0, 'it is not tried again')
  })

  await t.test('a message without a sender', async () => {
    assert.deepEqual(await tested(async () => {}), { status: 'error', errorMessage: 'It was not sent in time.' })
    const [row] = await sql`select count(*) from message where state = 'waiting'`
    assert.equal(row?.['count'], 0)
  })

  await t.test('writes nothing to a device, and returns 404 for unknown actions', async () => {
    assert.partialDeepStrictEqual((await send(write)).body, { status: 'error' })
    assert.equal((await send(999_999_999)).status, 404)
  })

  await t.test('a few a minute', async () => {
    clock.advance(60_000)
    for (let i = 0; i < 5; i += 1) await tested(put('sent', null))
    const { status, body, headers } = await send(mail)
    assert.deepEqual([status, (body as { errorCode: string }).errorCode], [403, 'TooManyRequests'])
    // Asking how they fared has let some of the 12 s pass.
    const afterSec = Number(headers.get('retry-after'))
    assert.ok(afterSec >= 1 && afterSec <= 12, `${afterSec} s`)
  })
})
