import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi, type TestApi } from '../../testing/api.ts'

/** A session of a key that has no quota of its own. */
const keySession = async ({ service, accounts }: TestApi): Promise<string> => {
  const key = randomUUID()
  await service.db.sql`
    insert into api_key (key, account_id, password_hash, created_on) values (${key}, ${accounts.viewer}, '', now())`
  return (await service.sessions.open(accounts.viewer, key)).token
}

const headersOf = (token: string) => ({ 'content-type': 'application/json', authorization: `token ${token}` })

test('the installation\u2019s quota holds for each key, says when to come again, and is not for people', async (t) => {
  const api = await startApi(t, { quotaPerMinute: 3 })
  const [one, two] = [await keySession(api), await keySession(api)]
  const ask = (token: string) => fetch(`${api.url}/api/v1/user/`, { headers: headersOf(token) })
  for (let i = 0; i < 3; i += 1) assert.equal((await ask(one)).status, 200)
  const refused = await ask(one)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [403, '20'])
  assert.deepEqual(await refused.json(), {
    errorCode: 'TooManyRequests',
    errorMessage: 'Too many requests; try again in 20 s.',
  })
  assert.equal((await ask(two)).status, 200)
  for (let i = 0; i < 10; i += 1) assert.equal((await api.call('viewer', 'GET', '/user/')).status, 200)
  api.clock.advance(20_000)
  assert.equal((await ask(one)).status, 200)
})

test('expensive requests use more of the quota', async (t) => {
  const api = await startApi(t, { quotaPerMinute: 25 })
  const ask = async (token: string, path: string): Promise<number> =>
    (await fetch(`${api.url}/api/v1${path}`, { headers: headersOf(token) })).status
  const [one, two] = [await keySession(api), await keySession(api)]
  const { params } = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16' }])
  const csv = `/readings/csv/?paramIds=${params[0]?.id}`
  assert.deepEqual([await ask(one, csv), await ask(one, csv), await ask(one, csv)], [200, 200, 403], 'ten each')
  for (let i = 0; i < 5; i += 1) assert.equal(await ask(one, '/user/'), 200, 'what is left does for less')
  assert.equal(await ask(one, '/user/'), 403)
  for (let i = 0; i < 25; i += 1) assert.equal(await ask(two, '/user/'), 200)
  assert.equal(await ask(two, '/user/'), 403)
})

test('a quota of 1 is one request a minute', async (t) => {
  const api = await startApi(t, { quotaPerMinute: 1 })
  const token = await keySession(api)
  const ask = async () => (await fetch(`${api.url}/api/v1/user/`, { headers: headersOf(token) })).status
  assert.deepEqual([await ask(), await ask()], [200, 403])
  api.clock.advance(60_000)
  assert.equal(await ask(), 200)
})

test('a quota of 0 is none', async (t) => {
  const api = await startApi(t, { quotaPerMinute: 0 })
  const token = await keySession(api)
  for (let i = 0; i < 20; i += 1) {
    assert.equal((await fetch(`${api.url}/api/v1/user/`, { headers: headersOf(token) })).status, 200)
  }
})
