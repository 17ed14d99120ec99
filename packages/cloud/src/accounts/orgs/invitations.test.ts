import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { lastRecord, outcome, withToken } from './testing/answers.ts'

const weekMs = 7 * 24 * 3_600_000
const password = 'long enough'

interface Invitation {
  id: string
  code: string
  expiresOn: string
}

let api: TestApi
const invite = async (email: string, role = 'viewer', as: 'owner' | 'stranger' = 'owner'): Promise<Invitation> => {
  const orgId = as === 'owner' ? api.orgId : api.otherOrgId
  const answer = await api.call(as, 'POST', `/org/${orgId}/invitations/create/`, { email, role })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as Invitation
}
const accept = (code: string, fields: object = {}) =>
  api.call(null, 'POST', '/invitation/accept/', { code, name: 'Ann', password, ...fields })
const list = async () => (await api.call('owner', 'GET', `/org/${api.orgId}/invitations/`)).body as object[]

describe('invitations', () => {
  shareApi((started) => {
    api = started
  })

  test('an invitation makes an account and a member, once; the code is kept nowhere', async () => {
    const { id, code, expiresOn } = await invite(' Ann@Example.org')
    assert.equal(expiresOn, '2026-11-21T00:00:00.000Z')
    assert.deepEqual(await list(), [{ id, email: 'ann@example.org', role: 'viewer', expiresOn }])
    const storedRows = JSON.stringify(await api.service.db.sql`select i::text, a::text from invitation i, audit a`)
    assert.ok(!storedRows.includes(code))
    const answers = await Promise.all([accept(code), accept(code)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const [made] = answers.filter(({ status }) => status === 200)
    assert.ok(made)
    const { token, orgId } = made.body as { token: string; orgId: number }
    assert.equal(orgId, api.orgId)
    const orgs = [{ orgId, orgName: 'Test', userRole: 'viewer' }]
    assert.deepEqual((await withToken(api, token, '/user/orgs/')).body, orgs)
    assert.deepEqual(await list(), [])
    assert.deepEqual(outcome(await accept(code)), [404, 'ObjectNotFound'])
    assert.equal((await lastRecord(api, orgId))?.action, 'accept')
  })

  test('a user with an account accepts an invitation with the password', async () => {
    api.clock.advance(60_000)
    const { code } = await invite('ann@example.org', 'manager', 'stranger')
    const { token } = (await accept(code, { name: 'Somebody' })).body as { token: string }
    assert.equal(((await withToken(api, token, '/user/orgs/')).body as object[]).length, 2)
    assert.equal(((await withToken(api, token, '/user/')).body as { name: string }).name, 'Ann')
  })

  test('a code that was not mailed proves no address and does not reveal whether an account exists', async (t) => {
    api.clock.advance(60_000)
    const { service, otherOrgId } = api
    const before = await service.db.sql`select id from account where email = 'ann@example.org'`
    await service.db.sql`delete from membership where org_id = ${otherOrgId} and account_id = ${before[0]?.['id']}`
    const works = (): number => checks.mock.callCount() * 100 + hashes.mock.callCount()
    const checks = t.mock.method(service.passwords, 'matches')
    const hashes = t.mock.method(service.passwords, 'hash')
    const known = await invite('ann@example.org', 'owner', 'stranger')
    const taken = await accept(known.code, { password: 'of the inviter' })
    assert.equal(works(), 201)
    const fresh = await invite('nobody@example.org', 'owner', 'stranger')
    const made = await accept(fresh.code, { password: 'of the inviter' })
    assert.equal(works(), 402)
    assert.deepEqual([taken.status, made.status], [200, 200])
    assert.deepEqual(Object.keys(taken.body as object), Object.keys(made.body as object))
    // The one that the inviter made is another's, with another organization; Ann's own is as it was.
    const orgs = async (loginPassword: string) => {
      const login = await api.call(null, 'POST', '/login/', { email: 'ann@example.org', password: loginPassword })
      const answer = await withToken(api, (login.body as { token: string }).token, '/user/orgs/')
      return (answer.body as { orgId: number }[]).map(({ orgId }) => orgId)
    }
    assert.deepEqual(await orgs('of the inviter'), [otherOrgId])
    assert.deepEqual(await orgs(password), [api.orgId])
  })

  test('there are five accounts of an address at most', async () => {
    await api.service.db.sql`
      insert into account (name, email, is_email_proven, created_on)
      select 'One', 'many@example.org', false, now() from generate_series(1, 5)`
    const { code } = await invite('many@example.org')
    assert.deepEqual(outcome(await accept(code)), [401, 'NotAuthorized'])
    await api.service.db.sql`delete from invitation`
  })

  test('refuses to invite a member, and a new invitation replaces the previous one', async () => {
    const again = { email: 'ann@example.org', role: 'owner' }
    const answer = await api.call('owner', 'POST', `/org/${api.orgId}/invitations/create/`, again)
    assert.deepEqual(outcome(answer), [400, 'IncorrectRequest'])
    const first = await invite('bob@example.org')
    const second = await invite('bob@example.org', 'operator')
    assert.equal((await list()).length, 1)
    assert.deepEqual(outcome(await accept(first.code)), [404, 'ObjectNotFound'])
    assert.equal((await accept(second.code)).status, 200)
  })

  test('an invitation that was withdrawn is gone', async () => {
    const { id, code } = await invite('carl@example.org')
    const withdraw = (as: 'owner' | 'manager' | 'stranger', orgId: number) =>
      api.call(as, 'POST', `/org/${orgId}/invitations/${id}/delete/`, null)
    assert.deepEqual(outcome(await withdraw('manager', api.orgId)), [401, 'NotAuthorized'])
    assert.deepEqual(outcome(await withdraw('stranger', api.otherOrgId)), [404, 'ObjectNotFound'])
    assert.deepEqual((await withdraw('owner', api.orgId)).body, {})
    assert.deepEqual(outcome(await withdraw('owner', api.orgId)), [404, 'ObjectNotFound'])
    assert.deepEqual(outcome(await accept(code)), [404, 'ObjectNotFound'])
  })

  test('an organization has so many invitations open', async () => {
    const { db, now } = api.service
    await db.sql`
      insert into invitation (org_id, id, email, role, token_hash, expires_on)
      select ${api.orgId}, gen_random_uuid(), i || '@example.org', 'demo', int8send(i), ${now()}::timestamptz + interval '1 day'
      from generate_series(1, 100) i`
    const one = { email: 'more@example.org', role: 'demo' }
    const answer = await api.call('owner', 'POST', `/org/${api.orgId}/invitations/create/`, one)
    assert.deepEqual(outcome(answer), [401, 'NotAuthorized'])
    await db.sql`delete from invitation`
  })

  test('guesses are slowed: at codes, and by invitations at a password', async () => {
    api.clock.advance(60_000)
    for (let i = 0; i < 10; i += 1) api.service.guesses.begin('127.0.0.1', 'email dora@example.org')
    const { code } = await invite('dora@example.org')
    assert.deepEqual(outcome(await accept(code)), [403, 'TooManyRequests'])
    for (let i = 0; i < 20; i += 1) assert.equal((await accept(randomUUID())).status, 404)
    assert.deepEqual(outcome(await accept(randomUUID())), [403, 'TooManyRequests'])
  })

  test('an invitation is good for a week', async () => {
    const [{ code: early }, { code: late }] = [await invite('early@example.org'), await invite('late@example.org')]
    api.clock.advance(weekMs - 1)
    assert.equal((await accept(early)).status, 200)
    api.clock.advance(1)
    assert.deepEqual(outcome(await accept(late)), [404, 'ObjectNotFound'])
  })
})
