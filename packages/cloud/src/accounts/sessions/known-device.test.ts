import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { holdablePasswords } from '../access/testing/passwords.ts'
import { deviceCookieOf } from './known-devices.ts'

const password = 'right password'
const { passwords, takeAllPlaces } = holdablePasswords()
const [ann, bob] = ['ann@example.org', 'bob@example.org']

let api: TestApi
let aheadMs = 0
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db } = api.service
  const hash = await passwords.hash(password)
  const { manager, viewer } = api.accounts
  await db.sql`update account set email = ${ann}, password_hash = ${hash} where id = ${manager}`
  await db.sql`update account set email = ${bob}, password_hash = ${hash} where id = ${viewer}`
}

/** Signs in through the proxy on this machine, from `from`. */
const login = async (
  from: string,
  email: string,
  passwordTried: string,
  cookie = '',
  more: Record<string, string> = {},
) => {
  const response = await fetch(`${api.url}/api/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie, ...more },
    body: JSON.stringify({ email, password: passwordTried }),
  })
  await response.body?.cancel()
  return { status: response.status, set: response.headers.getSetCookie()[0] ?? '' }
}
const pairOf = (set: string): string => set.split(';')[0] ?? ''
/** Wrong guesses, counted without the work of checking them. */
const guessFrom = (from: string, email: string, count: number): void => {
  for (let i = 0; i < count; i += 1) api.service.guesses.begin(from, `email ${email}`)
}

describe('correct credentials sign in despite wrong attempts of others', () => {
  shareApi(prepare, { trusted: ['127.0.0.1'], setMs: () => aheadMs, passwords })

  test('thirty wrong attempts from one address do not block another address, whatever names are tried', async () => {
    api.clock.advance(60_000)
    const forged = Array.from({ length: 30 }, (_, i) => login(`10.9.9.${i}, 192.0.2.66`, ann, 'wrong password'))
    const statuses = (await Promise.all(forged)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 401).length, 10)
    assert.equal((await login('192.0.2.1', ann, password)).status, 200)
    // At the guesser's own address another account is slowed only after all thirty.
    assert.equal((await login('192.0.2.66', bob, password)).status, 200)
  })

  test('a device is known by a cookie that no script reads, and kept to https where it came by that', async () => {
    const plain = (await login('192.0.2.2', ann, password)).set
    const secure = (await login('192.0.2.2', ann, password, '', { 'x-forwarded-proto': 'https' })).set
    const form = new RegExp(
      `^${deviceCookieOf(ann)}=[0-9a-f-]{36}; Path=/api/v1/login; Max-Age=34560000; HttpOnly; SameSite=Strict`,
    )
    assert.match(plain, new RegExp(`${form.source}$`))
    assert.match(secure, new RegExp(`${form.source}; Secure$`))
    assert.equal(pairOf((await login('192.0.2.2', ann, password, pairOf(plain))).set), pairOf(plain))
    assert.notEqual(pairOf((await login('192.0.2.2', ann, password)).set), pairOf(plain))
    const storedRows = JSON.stringify(await api.service.db.sql`select d::text from known_device d`)
    assert.ok(!storedRows.includes(pairOf(plain).split('=')[1] ?? ''))
  })

  test('on a known device the correct password signs in from any address, even one that must wait', async () => {
    const cookie = pairOf((await login('192.0.2.3', ann, password)).set)
    api.clock.advance(60_000)
    for (let i = 0; i < 10; i += 1) guessFrom(`198.51.100.${i}`, ann, 10)
    assert.equal((await login('203.0.113.1', ann, password)).status, 403)
    assert.equal((await login('203.0.113.1', ann, password, cookie)).status, 200)
    for (const email of ['c@example.org', 'd@example.org', 'e@example.org']) guessFrom('192.0.2.77', email, 10)
    assert.equal((await login('192.0.2.77', bob, password)).status, 403)
    assert.equal((await login('192.0.2.77', ann, password, cookie)).status, 200)
  })

  test('also when all places for checking passwords are taken', async (t) => {
    api.clock.advance(60_000)
    const cookie = pairOf((await login('192.0.2.4', ann, password)).set)
    const giveBack = takeAllPlaces()
    t.after(giveBack)
    const known = login('192.0.2.4', ann, password, cookie)
    assert.equal((await login('192.0.2.4', bob, password)).status, 403)
    await giveBack()
    assert.equal((await known).status, 200)
  })

  test('the cookie opens nothing, is good for one account alone, and for ten wrong tries', async () => {
    api.clock.advance(60_000)
    const set = (await login('192.0.2.5', ann, password)).set
    const cookie = pairOf(set)
    const asBob = cookie.replace(deviceCookieOf(ann), deviceCookieOf(bob))
    guessFrom('192.0.2.6', bob, 10)
    assert.equal((await login('192.0.2.6', bob, password, asBob)).status, 403)
    // A token that another account put there is not taken over as this one's.
    api.clock.advance(60_000)
    assert.notEqual(pairOf((await login('192.0.2.8', bob, password, asBob)).set), asBob)

    guessFrom('192.0.2.7', ann, 10)
    const tries = await Promise.all(Array.from({ length: 15 }, () => login('192.0.2.7', ann, 'wrong password', cookie)))
    assert.equal(tries.filter(({ status }) => status === 401).length, 10)
    assert.equal((await login('192.0.2.7', ann, password, cookie)).status, 403)
  })

  test('an unproved account with the same address neither speeds up guessing at the other one nor reveals it', async (t) => {
    api.clock.advance(60_000)
    const { db, now } = api.service
    const inviters = 'of the inviter'
    await db.sql`
      insert into account (name, email, password_hash, is_email_proven, created_on)
      select 'Mallory', email, ${await passwords.hash(inviters)}, false, ${now()}
      from unnest(${[ann, 'nobody@example.org']}::text[]) email`
    const { mock } = t.mock.method(passwords, 'matches')
    const checksOf = async (email: string): Promise<number[]> => {
      const cookie = pairOf((await login('192.0.2.90', email, inviters)).set)
      const before = mock.callCount()
      await login('192.0.2.90', email, 'a guess', cookie)
      return [before, mock.callCount() - before]
    }
    const [, ofAnn] = await checksOf(ann)
    const [, ofNobody] = await checksOf('nobody@example.org')
    assert.equal(ofAnn, ofNobody)
    const cookie = pairOf((await login('192.0.2.90', ann, inviters)).set)
    guessFrom('192.0.2.91', ann, 10)
    assert.equal((await login('192.0.2.91', ann, password, cookie)).status, 401)
    assert.equal((await login('192.0.2.92', ann, password, cookie)).status, 200)
    await db.sql`delete from account where name = 'Mallory'`
  })

  test('the audit log has the address of who asked, however often the header came', async () => {
    const sent = request(`${api.url}/api/v1/org/${api.orgId}/change/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `token ${api.tokens.owner}`,
        'x-forwarded-for': ['10.9.9.9', '192.0.2.50:4711'],
      },
    })
    sent.end(JSON.stringify({ name: 'Renamed' }))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 200)
    response.resume()
    const [last] = await api.service.db.sql`
      select from_address from audit where org_id = ${api.orgId} order by id desc limit 1`
    assert.deepEqual(last, { from_address: '192.0.2.50' })
  })

  test('an account has twenty devices; the one that was used longest ago is strange again', async () => {
    const { db, devices } = api.service
    await db.sql`delete from known_device`
    const tokens: string[] = []
    for (let i = 0; i < 21; i += 1) {
      api.clock.advance(1000)
      tokens.push(await devices.remember(api.accounts.manager, undefined))
    }
    assert.deepEqual(
      await Promise.all([tokens[0], tokens[1], tokens[20]].map((one) => devices.accountsFor(ann, one ?? ''))),
      [[], [api.accounts.manager], [api.accounts.manager]],
    )
    // The wall clock alone: timers would run for all of it.
    aheadMs = 400 * 86_400_000
    assert.deepEqual(await devices.accountsFor(ann, tokens[20] ?? ''), [])
    await devices.sweep()
    assert.deepEqual([...(await db.sql`select from known_device`)], [])
  })
})
