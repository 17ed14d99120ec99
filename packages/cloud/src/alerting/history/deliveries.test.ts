import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { createAlert } from '../testing/alerts.ts'

const on = new Date(Date.UTC(2026, 10, 14))

test('messages that were given up, and what SMS cost', async (t) => {
  const api = await startApi(t, { ways: new Set(['email', 'webhook', 'write-param']) })
  const { orgId, call, service } = api
  const { sql } = service.db
  const { params } = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const conditions = [{ paramId: params[0]?.id, kind: 'g', value: 250 }]
  const email = { timeoutMinutes: 0, type: 'email', recepient: 'a@example.org' }
  const made = await createAlert(api, { name: 'Hot', conditions, actions: [email] })
  const get = async (path: string, as: 'viewer' | 'owner' = 'viewer') => (await call(as, 'GET', path)).body
  const give = async (
    item: string,
    type: string,
    recepient: string | null,
    state: string,
    reason: string,
    episode = 2,
  ) => {
    await sql`
      insert into message (org_id, alert_id, episode, item, stage, type, recepient, snapshot, due_on, next_try_on, state, reason, undelivered_on)
      values (${orgId}, ${made.id}, ${episode}, ${item}, 'active', ${type}, ${recepient}, '{"name": "Hot"}', ${on}, ${on}, ${state}, ${reason},
        ${state === 'sent' ? null : on})`
  }
  const state = { conditions: [], episode: { no: 2, startedOn: on.getTime(), closedOn: null, confirmed: null } }
  await sql`
    insert into alert_state (org_id, alert_id, state) values (${orgId}, ${made.id}, ${sql.json(state)})
    on conflict (org_id, alert_id) do update set state = excluded.state`
  await give('a1', 'email', 'b@example.org', 'failed', 'refused: 550', 1)
  await give('a2', 'email', 'a@example.org', 'sent', '')
  await give('a3', 'sms', '+48600100200', 'dropped', 'sms-limit')
  await give('a4', 'webhook', 'https://example.org/secret', 'unclear', 'error-answer: HTTP 500')
  await give('nx', 'email', 'a@example.org', 'failed', 'refused: 550')
  await give('tx', 'email', 'a@example.org', 'failed', 'refused: 550')

  const sms = { type: 'sms', recepient: '+48600100200', state: 'dropped', on: on.toISOString() }
  const hook = { type: 'webhook', recepient: 'https://example.org/\u2026', state: 'unclear', on: on.toISOString() }

  await t.test('in the state of the alert, those of its last activation', async () => {
    const status = (await get(`/alert/${made.id}/status/`)) as { undelivered: unknown }
    assert.deepEqual(status.undelivered, [
      { ...sms, reason: 'The monthly cost limit for SMS is reached.' },
      { ...hook, reason: 'The provider returned an error: it may have been delivered: HTTP 500' },
    ])
    const [listed] = (await get(`/org/${orgId}/alerts/states/`)) as [{ undelivered: number }]
    assert.equal(listed.undelivered, 2)
  })

  await t.test('the log lists undelivered messages and the notices about them', async () => {
    await sql`
      insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
      values (${orgId}, ${made.id}, 2, 'Hot', 'warning', ${on}, ${on})`
    await sql`update message set snapshot = '{"unreached": {"type": "sms", "to": "+48600100200"}}' where item = 'nx'`
    const { records } = (await get(`/alert/${made.id}/log/`)) as { records: { details: { texts: string[] }[] }[] }
    const texts =
      records[0]?.details.flatMap((one) => one.texts.map((text) => text.replaceAll(/[\u2068\u2069]/g, ''))) ?? []
    assert.ok(
      texts.some((text) => text.startsWith('E-mail to a@example.org (notice that +48600100200 could not be notified)')),
      texts.join('\n'),
    )
  })

  await t.test("the organization's list contains all of the last days", async () => {
    const list = (await get(`/org/${orgId}/undelivered-messages/?lang=pl`)) as Record<string, unknown>[]
    assert.deepEqual(
      list.map(({ alertId, name, type, state: is }) => [alertId, name, type, is]),
      [
        [made.id, 'Hot', 'webhook', 'unclear'],
        [made.id, 'Hot', 'sms', 'dropped'],
        [made.id, 'Hot', 'email', 'failed'],
      ],
    )
    assert.match(String(list[2]?.['reason']), /^Odmówiono|550/)
    assert.deepEqual(await get(`/org/${api.otherOrgId}/undelivered-messages/`), {
      errorCode: 'ObjectNotFound',
      errorMessage: ((await get(`/org/${api.otherOrgId}/undelivered-messages/`)) as { errorMessage: string })
        .errorMessage,
    })
  })

  await t.test("returns the month's SMS cost and its limit", async () => {
    const path = `/org/${orgId}/sms-spending/`
    const none = { month: '2026-11', cost: 0, count: 0, limit: 50, price: 0.1 }
    assert.deepEqual(await get(path, 'owner'), none)
    await sql`insert into sms_spending values (${orgId}, '2026-10-01', 9, 90), (${orgId}, '2026-11-01', 1.3, 13)`
    await sql`update org set sms_limit = 7.5 where id = ${orgId}`
    assert.deepEqual(await get(path, 'owner'), { ...none, cost: 1.3, count: 13, limit: 7.5 })
    assert.equal((await call('manager', 'GET', path)).status, 401)
  })

  await t.test('settings that will not work cause a warning, when saved and later', async () => {
    const actions = [email, { ...email, type: 'sms', recepient: '+48600100200' }]
    const wrong = { name: 'Wrong', conditions: [{ ...conditions[0], value: 70_000 }], actions }
    const warnings = [
      'conditions.0.value: is never true: the parameter has values from 0 to 65535',
      'actions.1.type: the installation has no provider for sms',
    ]
    const saved = await createAlert(api, wrong)
    assert.deepEqual(saved, { result: 'success', id: saved.id, errors: {}, warnings })
    assert.deepEqual(await get(`/alert/${saved.id}/warnings/`), { warnings })
    const change = { conditionLogic: 'any', logAs: 'warning', ...wrong, conditions, actions: [email] }
    assert.deepEqual((await call('manager', 'POST', `/alert/${saved.id}/change/`, change)).body, {
      result: 'success',
      errors: {},
    })
    const bits = { ...wrong, conditions: [{ ...conditions[0], kind: 'bit-set', value: 16 }] }
    const { errors } = await createAlert(api, bits)
    assert.deepEqual(errors, { 'conditions.0.value': 'must be a whole number from 0 to 15' })
  })
})
