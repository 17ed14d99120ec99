import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi

const subscription = {
  endpoint: 'https://push.example.org/v1/one',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  name: 'Firefox, Linux',
  language: 'uk',
  level: 'warning',
}

type Caller = Parameters<TestApi['call']>[0]
const subscribe = (as: Caller, some: Partial<typeof subscription> = {}) =>
  api.call(as, 'POST', `/org/${api.orgId}/push/subscribe/`, { ...subscription, ...some })
const listed = async (as: Caller): Promise<{ id: number; name: string; level: string }[]> => {
  const { body } = await api.call(as, 'GET', `/org/${api.orgId}/push/`)
  return (body as { devices: { id: number; name: string; level: string }[] }).devices
}

describe('devices that receive alerts', () => {
  shareApi((started) => {
    api = started
  })

  test('each user has their own; the same browser again is no other device', async () => {
    const { body } = await subscribe('viewer')
    const { id } = body as { id: number }
    assert.deepEqual((await subscribe('viewer', { level: 'critical' })).body, { id })
    assert.deepEqual(
      (await listed('viewer')).map((one) => [one.id, one.name, one.level]),
      [[id, 'Firefox, Linux', 'critical']],
    )
    assert.deepEqual(await listed('owner'), [])
    const { status } = await api.call('owner', 'POST', `/org/${api.orgId}/push/${id}/delete/`, null)
    assert.equal(status, 404)
    assert.deepEqual((await api.call('viewer', 'POST', `/org/${api.orgId}/push/${id}/test/`, null)).body, { ok: true })
    await subscribe('owner')
    assert.equal((await listed('viewer')).length, 0, 'who signs in after another takes the browser over')
    const [own] = await listed('owner')
    assert.equal((await api.call('owner', 'POST', `/org/${api.orgId}/push/${own?.id}/delete/`, null)).status, 200)
    assert.deepEqual(await listed('owner'), [])
  })

  test('at most ten', async () => {
    const statuses = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await subscribe('manager', { endpoint: `https://push.example.org/v1/m${i}` })).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 400])
    assert.equal((await subscribe('manager', { endpoint: 'https://push.example.org/v1/m3' })).status, 200)
  })

  for (const [what, some] of [
    ['an endpoint without TLS', { endpoint: 'http://push.example.org/' }],
    ['a key that is no point of the curve', { p256dh: `BA${'A'.repeat(85)}` }],
    ['a short secret', { auth: 'BTBZMqHH6r4' }],
    ['a level that is none', { level: 'none' }],
  ] as const) {
    test(`${what} is refused`, async () => assert.equal((await subscribe('viewer', some)).status, 400))
  }

  test("signing out ends the device's messages; an expired session does not", async () => {
    const { sessions } = api.service
    const { sql } = api.service.db
    const [{ accountId }] = await sql<[{ accountId: number }]>`
      select account_id as "accountId" from membership where org_id = ${api.orgId} and role = 'operator' limit 1`
    const open = async (endpoint: string): Promise<string> => {
      const { token } = await sessions.open(accountId, null)
      const answer = await fetch(`${api.url}/api/v1/org/${api.orgId}/push/subscribe/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `token ${token}` },
        body: JSON.stringify({ ...subscription, endpoint }),
      })
      assert.equal(answer.status, 200)
      return token
    }
    const left = async (): Promise<string[]> => {
      const rows = await sql<{ endpoint: string }[]>`
        select endpoint from push_subscription where account_id = ${accountId} order by endpoint`
      return rows.map(({ endpoint }) => endpoint.slice(-1))
    }
    const first = await open('https://push.example.org/v1/a')
    const second = await open('https://push.example.org/v1/b')
    await open('https://push.example.org/v1/c')
    await sessions.end(first)
    assert.deepEqual(await left(), ['b', 'c'])
    await sql`update session set expires_on = '2000-01-01' where account_id = ${accountId}`
    await sessions.sweep()
    assert.deepEqual(await left(), ['b', 'c'])
    await sessions.endAllOf(accountId, second)
    assert.deepEqual(await left(), ['b'], 'all other devices')
  })
})
