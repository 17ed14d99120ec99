import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import type { SmtpOptions } from '@busbar/messaging/channels'
import { MailServer } from '@busbar/messaging/testing'
import { type Answer, startApi, type TestApi } from '../../testing/api.ts'
import { AccountMails } from './account-mails.ts'
import { UndeliveredNotices } from './undelivered-notices.ts'

const server = new MailServer()
const ends: (() => unknown)[] = []
const smtpUrl = server.start()
const starting = smtpUrl.then((smtp) => startApi({ after: (end) => void ends.push(end as () => unknown) }, { smtp }))
// Not after all files: the database may be gone by then.
void describe('mails about accounts', () => {
  after(async () => {
    await starting
    for (const end of ends) await end()
    await server.stop()
  })

  const password = 'long enough'
  const outcome = ({ status, body }: Answer) => [status, (body as { errorCode?: string }).errorCode]
  const settled = async (api: TestApi): Promise<void> => {
    api.service.mails.wake()
    await api.service.mails.settled()
  }
  /** The only mail that came since the last look: to whom, and the code in it. */
  const theMail = async (api: TestApi) => {
    await settled(api)
    const mails = server.mails.splice(0)
    assert.equal(mails.length, 1)
    const text = (mails[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, page = '', code = ''] = /https:\/\/busbar\.example(\/[a-z-]+)#([0-9a-f-]{36})/.exec(text) ?? []
    return { to: mails[0]?.to, page, code, text }
  }
  const noMail = async (api: TestApi): Promise<void> => {
    await settled(api)
    assert.deepEqual(server.mails, [])
  }
  const invite = async (api: TestApi, email: string, as: 'owner' | 'stranger' = 'owner', lang = 'en') => {
    const orgId = as === 'owner' ? api.orgId : api.otherOrgId
    const answer = await api.call(as, 'POST', `/org/${orgId}/invitations/create/`, { email, role: 'viewer', lang })
    assert.deepEqual(Object.keys(answer.body as object), ['id', 'expiresOn'])
  }
  const accept = ({ call }: TestApi, code: string, fields: object = {}) =>
    call(null, 'POST', '/invitation/accept/', { code, name: 'Ann', password, ...fields })
  const login = ({ call }: TestApi, email: string, given: string) =>
    call(null, 'POST', '/login/', { email, password: given })
  const request = ({ call }: TestApi, email: string, lang = 'en') =>
    call(null, 'POST', '/user/password-reset/request/', { email, lang })
  const reset = ({ call }: TestApi, code: string, newPassword = 'a new password') =>
    call(null, 'POST', '/user/password-reset/', { code, newPassword })
  const asToken = async ({ url }: TestApi, token: string, path: string) => {
    const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
    const response = await fetch(`${url}/api/v1${path}`, { headers })
    return { status: response.status, body: await response.json() }
  }
  const tokenOf = ({ status, body }: Answer): string => {
    assert.equal(status, 200, JSON.stringify(body))
    return (body as { token: string }).token
  }

  describe('invitations by mail', () => {
    test('sends the code to the address only', async () => {
      const api = await starting
      await api.service.db.sql`update org set name = ${'A\r\nBcc: x@example.org <b>'} where id = ${api.orgId}`
      await invite(api, 'ann@example.org')
      const { to, page, code, text } = await theMail(api)
      assert.deepEqual([to, page], [['ann@example.org'], '/invitation'])
      assert.doesNotMatch(text, /^Bcc:/im)
      assert.match(text, /&lt;b&gt;/)
      const kept = JSON.stringify(await api.service.db.sql`select i::text, a::text from invitation i, audit a`)
      assert.ok(!kept.includes(code))
      const token = tokenOf(await accept(api, code))
      assert.equal(((await asToken(api, token, '/user/orgs/')).body as object[]).length, 1)
      assert.deepEqual(outcome(await accept(api, code)), [404, 'ObjectNotFound'])
    })

    test('proving an address opens its account with any password; the response is that of a new account', async () => {
      const api = await starting
      const before = tokenOf(await login(api, 'ann@example.org', password))
      await invite(api, 'ann@example.org', 'stranger', 'ua')
      const { code, text } = await theMail(api)
      assert.match(text, /^Subject: =\?UTF-8\?/m)
      const joined = await accept(api, code, { name: 'Somebody', password: 'another password' })
      await invite(api, 'new@example.org', 'stranger')
      const made = await accept(api, (await theMail(api)).code)
      assert.deepEqual(Object.keys(joined.body as object), Object.keys(made.body as object))
      const token = tokenOf(joined)
      assert.equal(((await asToken(api, token, '/user/orgs/')).body as object[]).length, 2)
      assert.equal(((await asToken(api, token, '/user/')).body as { name: string }).name, 'Ann')
      assert.equal((await asToken(api, before, '/user/')).status, 401)
      assert.equal((await login(api, 'ann@example.org', password)).status, 401)
    })

    test('an account that an inviter made is not that of who proves the address', async () => {
      const api = await starting
      const { db, passwords, now } = api.service
      const hash = await passwords.hash('of the inviter')
      await db.sql`
      insert into account (name, email, password_hash, is_email_proven, created_on)
      values ('Mallory', 'victim@example.org', ${hash}, false, ${now()})`
      await invite(api, 'victim@example.org')
      const token = tokenOf(await accept(api, (await theMail(api)).code, { name: 'Vera' }))
      assert.equal(((await asToken(api, token, '/user/')).body as { name: string }).name, 'Vera')
      const others = tokenOf(await login(api, 'victim@example.org', 'of the inviter'))
      assert.deepEqual((await asToken(api, others, '/user/orgs/')).body, [])
    })

    test('a mail that was not taken goes again later, with another code', async () => {
      const api = await starting
      server.refuse = { when: 'rcpt', code: 451 }
      await invite(api, 'later@example.org')
      await noMail(api)
      server.refuse = null
      await noMail(api)
      api.clock.advance(10_000)
      const { code } = await theMail(api)
      assert.equal((await accept(api, code)).status, 200)
      server.refuse = { when: 'rcpt', code: 550 }
      await invite(api, 'never@example.org')
      await noMail(api)
      server.refuse = null
      assert.deepEqual([...(await api.service.db.sql`select from account_mail`)], [])
    })
  })

  describe('a new password by mail', () => {
    test('the response and the work are the same for known and unknown addresses', async (t) => {
      const api = await starting
      api.clock.advance(600_000)
      const { mock } = t.mock.method(api.service.passwords, 'matches')
      const answers = [await request(api, 'nobody@nowhere.example'), await request(api, ' Ann@example.org ', 'pl')]
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body]),
        [
          [200, {}],
          [200, {}],
        ],
      )
      assert.equal(mock.callCount(), 0)
      const { to, page } = await theMail(api)
      assert.deepEqual([to, page], [['ann@example.org'], '/new-password'])
    })

    test('a link is good once, ends all sessions, and makes the others of the account void', async () => {
      const api = await starting
      const before = tokenOf(await login(api, 'ann@example.org', 'another password'))
      const codes: string[] = []
      for (let i = 0; i < 2; i += 1) {
        api.clock.advance(600_000)
        await request(api, 'ann@example.org')
        codes.push((await theMail(api)).code)
      }
      const [old = '', code = ''] = codes
      assert.equal((await asToken(api, before, '/user/')).status, 200)
      const answers = await Promise.all([reset(api, code), reset(api, code)])
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]))
      const [done] = answers.filter(({ status }) => status === 200)
      assert.ok(done)
      assert.equal((done.body as { email: string }).email, 'ann@example.org')
      assert.match(done.headers.getSetCookie()[0] ?? '', /^busbar-device-/)
      assert.equal((await asToken(api, tokenOf(done), '/user/')).status, 200)
      assert.equal((await asToken(api, before, '/user/')).status, 401)
      assert.deepEqual(outcome(await reset(api, old)), [404, 'ObjectNotFound'])
      assert.deepEqual(outcome(await reset(api, code)), [404, 'ObjectNotFound'])
      assert.deepEqual(outcome(await reset(api, randomUUID())), [404, 'ObjectNotFound'])
      assert.equal((await login(api, 'ann@example.org', 'another password')).status, 401)
      tokenOf(await login(api, 'ann@example.org', 'a new password'))
      const [last] = await api.service.db.sql`
      select action, from_address from audit where org_id = ${api.orgId} order by id desc limit 1`
      assert.deepEqual(last, { action: 'reset-password', from_address: '127.0.0.1' })
    })

    test('it is good for an hour', async () => {
      const api = await starting
      api.clock.advance(600_000)
      await request(api, 'ann@example.org')
      const { code } = await theMail(api)
      api.clock.advance(3_600_000)
      assert.deepEqual(outcome(await reset(api, code)), [404, 'ObjectNotFound'])
    })

    test('limits mails to one per address in ten minutes and ten requests per minute from one client', async () => {
      const api = await starting
      api.clock.advance(600_000)
      for (let i = 0; i < 3; i += 1) assert.deepEqual((await request(api, 'ann@example.org')).body, {})
      await theMail(api)
      for (let i = 0; i < 7; i += 1) await request(api, `${i}@nowhere.example`)
      assert.deepEqual(outcome(await request(api, 'ann@example.org')), [403, 'TooManyRequests'])
      await noMail(api)
    })

    test('proving an address that an inviter claimed opens that account and signs the inviter out', async () => {
      const api = await starting
      api.clock.advance(600_000)
      const { db, passwords, now } = api.service
      const hash = await passwords.hash('of the inviter')
      await db.sql`
      insert into account (name, email, password_hash, is_email_proven, created_on)
      values ('Bob', 'bob@example.org', ${hash}, false, ${now()})`
      const inviters = tokenOf(await login(api, 'bob@example.org', 'of the inviter'))
      await request(api, 'bob@example.org')
      tokenOf(await reset(api, (await theMail(api)).code))
      assert.equal((await asToken(api, inviters, '/user/')).status, 401)
      assert.equal((await login(api, 'bob@example.org', 'of the inviter')).status, 401)
      const [bob] = await db.sql`select is_email_proven from account where email = 'bob@example.org'`
      assert.deepEqual(bob, { is_email_proven: true })
    })
  })

  describe('a mail whose sending throws', () => {
    test('is released, retried later and does not keep others from being sent', async () => {
      const api = await starting
      const broken = { url: new URL('smtp://user:50%@mail.example.org'), from: 'busbar@example.org' }
      const errors: string[] = []
      let smtp: SmtpOptions = broken
      const mails = new AccountMails({
        ...api.service,
        smtp: () => smtp,
        language: 'en',
        publicUrl: () => 'https://busbar.example',
        log: { error: (_, message) => errors.push(message) },
      })
      const { sql } = api.service.db
      await sql`
        insert into account_mail (kind, email, language, count, next_try_on)
        select 'undelivered', 'ann' || no || '@example.org', 'en', 1, ${api.service.now()} from generate_series(1, 2) no`
      mails.wake()
      await mails.settled()
      assert.equal(errors.length, 4, 'both were attempted: one report of the error and one of the outcome each')
      const waiting = api.clock.pending
      api.clock.advance(10_000)
      assert.ok(api.clock.pending <= waiting, 'no lease is being renewed')
      smtp = { url: await smtpUrl, from: 'busbar@example.org' }
      mails.wake()
      await mails.settled()
      assert.deepEqual(
        server.mails
          .splice(0)
          .flatMap(({ to }) => to)
          .toSorted(),
        ['ann1@example.org', 'ann2@example.org'],
      )
    })
  })

  describe('messages about alerts that were not delivered', () => {
    test('notifies administrators at most once an hour, with the number of messages', async () => {
      const api = await starting
      const { sql } = api.service.db
      const notices = new UndeliveredNotices(api.service)
      const giveUp = async (item: string, alertId = 1): Promise<void> => {
        await sql`
          insert into message (org_id, alert_id, episode, item, stage, type, snapshot, due_on, next_try_on, state, undelivered_on)
          values (${api.orgId}, ${alertId}, 1, ${item}, 'active', 'sms', '{}', ${api.service.now()}, ${api.service.now()}, 'failed',
            ${api.service.now()})`
      }
      await notices.check()
      await noMail(api)
      for (const item of ['a1', 'a2']) await giveUp(item)
      await giveUp('d1', 0)
      await giveUp('t1')
      await notices.check()
      await noMail(api)
      await sql`update account set is_installation_admin = true where email = 'ann@example.org'`
      await notices.check()
      await settled(api)
      const mails = server.mails.splice(0)
      assert.deepEqual(
        mails.map(({ to }) => to),
        [['ann@example.org']],
      )
      assert.match(mails[0]?.raw ?? '', /^Subject: Undelivered alert notifications: 2/m)
      assert.match(mails[0]?.raw ?? '', /https:\/\/busbar\.example\/alerts/)
      api.clock.advance(60_000)
      await giveUp('a3')
      await notices.check()
      await noMail(api)
      api.clock.advance(3_600_000)
      await notices.check()
      await settled(api)
      assert.match(server.mails.splice(0)[0]?.raw ?? '', /Undelivered alert notifications: 1/)
      api.clock.advance(3_600_000)
      await notices.check()
      await noMail(api)
    })
  })
})
