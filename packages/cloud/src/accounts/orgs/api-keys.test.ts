import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { lastRecord, outcome, withToken } from './testing/answers.ts'

interface Key {
  apiKey: string
  password: string
}

let api: TestApi
const create = async (fields: object): Promise<Key> => {
  const answer = await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, fields)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as Key
}
const authenticate = async (key: Key): Promise<string> => {
  const answer = await api.call(null, 'POST', '/authenticate/', key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body as { token: string }).token
}
const list = async () => (await api.call('owner', 'GET', `/org/${api.orgId}/api-keys/`)).body as { userId: number }[]

describe('API keys', () => {
  shareApi((started) => {
    api = started
  })

  test('a key lets a program in with a role of its own, until it is deleted', async () => {
    const key = await create({ name: 'script', role: 'operator', quotaPerMinute: 5 })
    assert.match(key.password, /^[a-z2-9]{24}$/)
    const token = await authenticate(key)
    const orgs = [{ orgId: api.orgId, orgName: 'Test', userRole: 'operator' }]
    assert.deepEqual((await withToken(api, token, '/user/orgs/')).body, orgs)
    const [listed] = await list()
    assert.ok(listed)
    assert.deepEqual(listed, {
      apiKey: key.apiKey,
      name: 'script',
      userId: listed.userId,
      role: 'operator',
      quotaPerMinute: 5,
      createdOn: '2026-11-14T00:00:00.000Z',
      lastUsedOn: '2026-11-14T00:00:00.000Z',
      effectiveQuota: 5,
      usedPerMinute: 1,
    })
    assert.deepEqual((await withToken(api, token, '/user/')).body, {
      id: listed.userId,
      name: 'script',
      isEmailProven: false,
    })
    const path = `/org/${api.orgId}/api-keys/${key.apiKey}/delete/`
    assert.deepEqual(outcome(await api.call('manager', 'POST', path, null)), [401, 'NotAuthorized'])
    assert.deepEqual((await api.call('owner', 'POST', path, null)).body, {})
    assert.deepEqual(outcome(await withToken(api, token, '/user/')), [401, 'IncorrectAuthToken'])
    assert.deepEqual(outcome(await api.call(null, 'POST', '/authenticate/', key)), [401, 'InvalidKey'])
    assert.deepEqual(outcome(await api.call('owner', 'POST', path, null)), [404, 'ObjectNotFound'])
    assert.deepEqual(await list(), [])
    assert.deepEqual([...(await api.service.db.sql`select 1 from account where email is null`)], [])
  })

  test('its quota holds', async () => {
    const token = await authenticate(await create({ name: 'busy', role: 'viewer', quotaPerMinute: 2 }))
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await withToken(api, token, '/user/')).status)
    assert.deepEqual(statuses, [200, 200, 403])
  })

  test('an expired key is refused, and its sessions end with it', async () => {
    const expiresOn = new Date(api.service.now().getTime() + 600_000).toISOString()
    const key = await create({ name: 'visitor', role: 'viewer', expiresOn })
    const answer = await api.call(null, 'POST', '/authenticate/', key)
    const { token, expiresOn: ends } = answer.body as { token: string; expiresOn: string }
    assert.equal(ends, expiresOn)
    api.clock.advance(599_999)
    assert.equal((await withToken(api, token, '/user/')).status, 200)
    api.clock.advance(1)
    assert.deepEqual(outcome(await withToken(api, token, '/user/')), [401, 'IncorrectAuthToken'])
    assert.deepEqual(outcome(await api.call(null, 'POST', '/authenticate/', key)), [401, 'NotAuthorized'])
    const past = { name: 'late', role: 'viewer', expiresOn }
    const refused = await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, past)
    assert.deepEqual(outcome(refused), [400, 'IncorrectRequest'])
  })

  test('its password is neither stored nor written down', async () => {
    const { password } = await create({ name: 'secret', role: 'demo' })
    const rows = await api.service.db.sql`select k::text, a::text from api_key k, audit a`
    assert.ok(!JSON.stringify(rows).includes(password))
    const { action, after } = (await lastRecord(api, api.orgId)) ?? {}
    assert.deepEqual(
      { action, after },
      { action: 'create', after: { name: 'secret', role: 'demo', quotaPerMinute: null, expiresOn: null } },
    )
  })

  test('a program cannot log in, change a password or make an organization, whatever its role', async () => {
    const token = await authenticate(await create({ name: 'script', role: 'owner' }))
    assert.deepEqual(outcome(await withToken(api, token, '/orgs/create/', { name: 'Mine' })), [401, 'NotAuthorized'])
    const change = { oldPassword: '', newPassword: 'long enough' }
    assert.deepEqual(outcome(await withToken(api, token, '/user/change-password/', change)), [401, 'NotAuthorized'])
  })

  test('a program that is removed from the members is gone with its key and its sessions', async () => {
    const key = await create({ name: 'removed', role: 'viewer' })
    const token = await authenticate(key)
    const { id } = (await withToken(api, token, '/user/')).body as { id: number }
    assert.deepEqual((await api.call('owner', 'POST', `/org/${api.orgId}/users/${id}/remove/`, null)).body, {})
    assert.deepEqual(outcome(await withToken(api, token, '/user/')), [401, 'IncorrectAuthToken'])
    assert.deepEqual(outcome(await api.call(null, 'POST', '/authenticate/', key)), [401, 'InvalidKey'])
  })

  test('keys of people and of other organizations are not there', async () => {
    const { db, now } = api.service
    const [own] = await db.sql<[{ key: string }]>`
      insert into api_key (key, account_id, password_hash, created_on)
      values (gen_random_uuid(), ${api.accounts.viewer}, '', ${now()}) returning key`
    const [first] = await db.sql<[{ key: string }]>`select key from api_key where name = 'secret'`
    assert.ok((await list()).every(({ userId }) => userId !== api.accounts.viewer))
    const remove = (as: 'owner' | 'stranger', orgId: number, key: string) =>
      api.call(as, 'POST', `/org/${orgId}/api-keys/${key}/delete/`, null)
    assert.deepEqual(outcome(await remove('owner', api.orgId, own.key)), [404, 'ObjectNotFound'])
    assert.deepEqual(outcome(await remove('stranger', api.otherOrgId, first.key)), [404, 'ObjectNotFound'])
  })

  test('an organization has so many keys', async () => {
    const { db, now } = api.service
    const [program] = await db.sql<[{ id: number }]>`select account_id as id from api_key where name = 'secret'`
    await db.sql`
      insert into api_key (key, account_id, password_hash, created_on)
      select gen_random_uuid(), ${program.id}, '', ${now()} from generate_series(1, 100)`
    const answer = await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, { name: 'more', role: 'demo' })
    assert.deepEqual(outcome(answer), [401, 'NotAuthorized'])
  })
})
