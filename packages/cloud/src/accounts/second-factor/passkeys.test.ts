import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { lastRecord, outcome } from '../orgs/testing/answers.ts'
import { type KeyKind, type ResponseOverrides, SoftAuthenticator } from './testing/soft-authenticator.ts'

const password = 'right password'

let api: TestApi
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db, passwords } = api.service
  const hash = await passwords.hash(password)
  await db.sql`update account set email = 'ann@example.org', password_hash = ${hash} where id = ${api.accounts.manager}`
}

const begin = async (): Promise<string> => {
  const answer = await api.call('manager', 'POST', '/user/passkeys/begin/', { password })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body as { challenge: string }).challenge
}
const keep = (made: object, as: 'manager' | 'viewer' = 'manager'): Promise<Answer> =>
  api.call(as, 'POST', '/user/passkeys/create/', { name: 'Laptop', ...made })
const challengeToSignIn = async (): Promise<string> =>
  ((await api.call(null, 'POST', '/login/passkey/begin/', null)).body as { challenge: string }).challenge
const signIn = (shown: object): Promise<Answer> => api.call(null, 'POST', '/login/passkey/', shown)
const forget = async (): Promise<void> => void (await api.service.db.sql`delete from passkey`)

describe('passkeys', () => {
  shareApi(prepare)

  for (const kind of ['p256', 'ed25519', 'rsa'] satisfies KeyKind[]) {
    test(`a ${kind} passkey is registered, signs in without a password and is refused after its deletion`, async () => {
      api.clock.advance(60_000)
      const own = new SoftAuthenticator(kind)
      const made = await keep(own.make(await begin()))
      assert.equal(made.status, 200, JSON.stringify(made.body))
      const { id } = made.body as { id: string }
      assert.deepEqual((await lastRecord(api, api.orgId))?.after, { name: 'Laptop', host: 'busbar.example' })
      const answer = await signIn(own.show(await challengeToSignIn()))
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      assert.equal((answer.body as { email: string }).email, 'ann@example.org')
      const [listed] = (await api.call('manager', 'GET', '/user/passkeys/')).body as { lastUsedOn: string }[]
      assert.equal(listed?.lastUsedOn, api.service.now().toISOString())
      assert.deepEqual(outcome(await api.call('viewer', 'POST', `/user/passkeys/${id}/delete/`, null)), [
        404,
        'ObjectNotFound',
      ])
      assert.equal((await api.call('manager', 'POST', `/user/passkeys/${id}/delete/`, null)).status, 200)
      assert.deepEqual(outcome(await signIn(own.show(await challengeToSignIn()))), [401, 'NotAuthorized'])
    })
  }

  describe('does not store an invalid passkey', () => {
    for (const [what, overrides] of [
      ['for another site', { origin: 'https://evil.example' }],
      ['of another host', { host: 'evil.example' }],
      ['at a page without https', { origin: 'http://busbar.example' }],
      ['without the person verified', { flags: 0x41 }],
      ['without the person there', { flags: 0x44 }],
      ['with nothing made', { flags: 0x05 }],
      ['for signing in', { type: 'webauthn.get' }],
    ] satisfies [string, ResponseOverrides][]) {
      test(what, async () => {
        const made = new SoftAuthenticator().make(await begin(), overrides)
        assert.deepEqual(outcome(await keep(made)), [400, 'IncorrectRequest'])
      })
    }
    test('with an unsupported curve', async () => {
      assert.deepEqual(outcome(await keep(new SoftAuthenticator('p384').make(await begin()))), [
        400,
        'IncorrectRequest',
      ])
    })
    test('of another user, too late or twice', async () => {
      const [own, other] = [new SoftAuthenticator(), new SoftAuthenticator()]
      const challenge = await begin()
      assert.deepEqual(outcome(await keep(own.make(challenge), 'viewer')), [400, 'IncorrectRequest'])
      assert.deepEqual(outcome(await keep(own.make(await challengeToSignIn()))), [400, 'IncorrectRequest'])
      assert.equal((await keep(own.make(challenge))).status, 200)
      assert.deepEqual(outcome(await keep(other.make(challenge))), [400, 'IncorrectRequest'])
      assert.deepEqual(outcome(await keep(own.make(await begin()))), [400, 'IncorrectRequest'])
      const late = await begin()
      api.clock.advance(300_000)
      assert.deepEqual(outcome(await keep(other.make(late))), [400, 'IncorrectRequest'])
      await forget()
    })
  })

  describe('refused assertions', () => {
    for (const [what, overrides] of [
      ['signed for another site', { origin: 'https://evil.example' }],
      ['signed for another host', { host: 'evil.example' }],
      ['without the person verified', { flags: 0x01 }],
      ['made, and not shown', { type: 'webauthn.create' }],
    ] satisfies [string, ResponseOverrides][]) {
      test(what, async () => {
        api.clock.advance(60_000)
        const own = new SoftAuthenticator()
        assert.equal((await keep(own.make(await begin()))).status, 200)
        assert.deepEqual(outcome(await signIn(own.show(await challengeToSignIn(), overrides))), [401, 'NotAuthorized'])
        await forget()
      })
    }
    test('the same answer again, another challenge, another key, or a copy whose count stands still', async () => {
      api.clock.advance(60_000)
      const [own, other] = [new SoftAuthenticator(), new SoftAuthenticator()]
      assert.equal((await keep(own.make(await begin(), { count: 5 }))).status, 200)
      const shown = own.show(await challengeToSignIn(), { count: 6 })
      const refused = [401, 'NotAuthorized']
      assert.deepEqual(outcome(await signIn({ ...shown, signature: other.show('x').signature })), refused)
      assert.equal((await signIn(shown)).status, 200)
      assert.deepEqual(outcome(await signIn(shown)), refused)
      assert.deepEqual(outcome(await signIn(own.show(await challengeToSignIn(), { count: 6 }))), refused)
      assert.deepEqual(outcome(await signIn(own.show('x', { count: 9 }))), refused)
      assert.deepEqual(outcome(await signIn(other.show(await challengeToSignIn()))), refused)
      await forget()
    })
  })

  test('to begin takes the password; a person has twenty', async () => {
    api.clock.advance(60_000)
    const wrong = await api.call('manager', 'POST', '/user/passkeys/begin/', { password: 'wrong' })
    assert.deepEqual(outcome(wrong), [401, 'NotAuthorized'])
    await api.service.db.sql`
      insert into passkey (credential_id, account_id, id, name, public_key, host, sign_count, created_on)
      select int8send(i), ${api.accounts.manager}, gen_random_uuid(), 'x', '', 'x', 0, now() from generate_series(1, 20) i`
    assert.deepEqual(outcome(await keep(new SoftAuthenticator().make(await begin()))), [400, 'IncorrectRequest'])
  })
})
