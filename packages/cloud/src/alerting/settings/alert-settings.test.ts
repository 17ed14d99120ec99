import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { createAlert } from '../testing/alerts.ts'

const hours = { timeZone: 'Europe/Kyiv', spans: [{ days: [1, 2, 3, 4, 5], fromMinute: 480, tillMinute: 1020 }] }
const window = { from: '2026-11-14T20:00:00+02:00', till: '2026-11-14T20:00:00Z' }

test('settings of alerts', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const { netId } = await makeDevice(api, orgId, 'a', [])
  const { id } = await createAlert(api, {})
  const get = async (path: string) => (await call('viewer', 'GET', path)).body
  const post = (path: string, body: object) => call('manager', 'POST', path, body)
  const lastAction = async () => {
    const [row] = await sql<{ action: string; before: object; after: object }[]>`
      select action, before, after from audit where org_id = ${orgId} order by id desc limit 1`
    return { ...row }
  }

  await t.test('SMS: what is not given stays', async () => {
    const path = `/org/${orgId}/sms-settings/`
    assert.deepEqual((await post(path, { disableSms: false, limit: 12.5 })).body, {})
    const settings = { isOutageHeldBack: true, disableSms: false, limit: 12.5, isSmsOffByInstallation: false }
    assert.deepEqual(await get(`/org/${orgId}/alert-settings/`), settings)
    assert.deepEqual((await post(path, { disableSms: true })).body, {})
    assert.deepEqual(await get(`/org/${orgId}/alert-settings/`), { ...settings, disableSms: true })
    assert.deepEqual(await lastAction(), {
      action: 'org.sms-settings',
      before: { isSmsDisabled: false },
      after: { isSmsDisabled: true },
    })
    for (const limit of [0, 1000]) assert.equal((await post(path, { disableSms: false, limit })).status, 200)
    for (const body of [{}, { disableSms: 1 }, { disableSms: true, limit: -1 }, { disableSms: true, limit: 1000.01 }])
      assert.equal((await post(path, body)).status, 400, JSON.stringify(body))
  })

  await t.test('SMS that the installation switched off stay off', async () => {
    await sql`update org set is_sms_off = true where id = ${orgId}`
    const { status, body } = await post(`/org/${orgId}/sms-settings/`, { disableSms: false })
    assert.deepEqual([status, (body as { errorCode: string }).errorCode], [401, 'NotAuthorized'])
    assert.partialDeepStrictEqual(await get(`/org/${orgId}/alert-settings/`), { isSmsOffByInstallation: true })
  })

  await t.test('the setting that delays messages behind outages', async () => {
    await post(`/org/${orgId}/alert-settings/`, { isOutageHeldBack: false })
    assert.partialDeepStrictEqual(await get(`/org/${orgId}/alert-settings/`), { isOutageHeldBack: false })
    assert.deepEqual((await lastAction()).action, 'org.alert-settings')
  })

  await t.test("the policy and delay of a network's outage", async () => {
    const path = `/net/${netId}/outage-settings/`
    assert.deepEqual(await get(path), { afterMinutes: 1 })
    const made = await post(`/org/${orgId}/contacts/create/`, {
      name: 'Anna',
      language: 'en',
      channels: [{ type: 'email', address: 'anna@example.org' }],
    })
    const steps = [{ afterMinutes: 0, contactIds: [(made.body as { id: number }).id] }]
    const policy = await post(`/org/${orgId}/escalation-policies/create/`, { name: 'Nets', steps })
    const { id: policyId } = policy.body as { id: number }
    assert.deepEqual((await post(path, { afterMinutes: 5, policyId })).body, {})
    assert.deepEqual(await get(path), { afterMinutes: 5, policyId })
    assert.deepEqual((await lastAction()).action, 'net.outage-settings')
    const listed = { netId, name: 'Hall', isLimited: false, windowCount: 0, afterMinutes: 5, policyId }
    assert.deepEqual(await get(`/org/${orgId}/net-alert-settings/`), [listed])
    const refused = (await post(`/escalation-policy/${policyId}/delete/`, {})).body as { errorMessage: string }
    assert.match(refused.errorMessage, /in use: network Hall/)
    assert.deepEqual((await post(path, { afterMinutes: 1, policyId: null })).body, {})
    assert.deepEqual(await get(path), { afterMinutes: 1 })
    for (const body of [
      { afterMinutes: 0, policyId: null },
      { afterMinutes: 1441, policyId: null },
      { afterMinutes: 1 },
    ])
      assert.equal((await post(path, body)).status, 400)
    assert.equal((await post(path, { afterMinutes: 1, policyId: 1_000_000 })).status, 404)
  })

  await t.test('only an owner can replace the key of webhooks', async () => {
    const path = `/org/${orgId}/webhook-secret/rotate/`
    assert.equal((await post(path, {})).status, 401)
    assert.deepEqual((await call('owner', 'POST', path, {})).body, { secret: `secret of ${orgId}` })
    assert.deepEqual(await lastAction(), { action: 'org.webhook-secret', before: null, after: null })
    const [row] = await sql`select webhook_key_no as no from org where id = ${orgId}`
    assert.deepEqual(row, { no: 2 })
  })

  for (const [says, path, action] of [
    ['an alert', `/alert/${id}/quiet/`, 'alert.quiet'],
    ['a network', `/net/${netId}/quiet/`, 'net.quiet'],
  ] as const) {
    await t.test(`quiet times of ${says}`, async () => {
      assert.deepEqual(await get(path), { windows: [] })
      assert.deepEqual((await post(path, { activeHours: hours, windows: [window] })).body, {})
      const shown = { from: '2026-11-14T18:00:00.000Z', till: '2026-11-14T20:00:00.000Z' }
      assert.deepEqual(await get(path), { activeHours: hours, windows: [shown] })
      assert.deepEqual((await lastAction()).action, action)
      assert.deepEqual((await post(path, { activeHours: { ...hours, timeZone: 'EST5edt' } })).body, {})
      assert.deepEqual(await get(path), { activeHours: { ...hours, timeZone: 'EST5EDT' }, windows: [] })
      assert.deepEqual((await post(path, { activeHours: null })).body, {})
      assert.deepEqual(await get(path), { windows: [] })
      const span = hours.spans[0]
      for (const body of [
        { activeHours: { ...hours, timeZone: 'Europe/Nowhere' } },
        { activeHours: { ...hours, timeZone: '+02:00' } },
        { activeHours: { ...hours, spans: [] } },
        { activeHours: { ...hours, spans: [{ ...span, days: [0] }] } },
        { activeHours: { ...hours, spans: [{ ...span, fromMinute: 1440 }] } },
        { activeHours: { ...hours, spans: [{ ...span, tillMinute: 1441 }] } },
        { windows: [{ from: window.till, till: window.till }] },
        { windows: [{ from: window.till, till: 'soon' }] },
        { windows: Array.from({ length: 101 }, () => window) },
      ])
        assert.equal((await post(path, body)).status, 400, JSON.stringify(body).slice(0, 100))
    })
  }
})
