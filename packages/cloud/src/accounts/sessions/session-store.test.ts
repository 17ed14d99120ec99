import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { forgettingDatabase } from '../access/forgetting-database.ts'
import { Sessions, SessionsFull } from './session-store.ts'

const hourMs = 3_600_000
const key = '11111111-1111-4111-8111-111111111111'

/** Two nodes on one database, and an account with a key. */
const setUp = async (t: TestContext) => {
  const db = await testDatabase()
  const { sql } = db
  const clock = new VirtualClock()
  const now = (): Date => new Date(Date.UTC(2026, 10, 14) + clock.now())
  const nodes = [new Sessions({ sql, clock, now }), new Sessions({ sql, clock, now })] as const
  for (const node of nodes) await node.start()
  t.after(() => Promise.all(nodes.map((node) => node.stop())))
  const [account] = await sql<[{ id: number }]>`
    insert into account (name, created_on) values ('Ann', ${now()}) returning id`
  await sql`
    insert into api_key (key, account_id, password_hash, created_on, quota_per_minute)
    values (${key}, ${account.id}, '', ${now()}, 7)`
  return { db, sql, clock, now, one: nodes[0], two: nodes[1], accountId: account.id }
}

test('a session lives for an hour to the millisecond, used or not, remembered or not', async (t) => {
  const { clock, one, two, accountId } = await setUp(t)
  const { token, expiresOn } = await one.open(accountId, null)
  assert.equal(expiresOn.toISOString(), '2026-11-14T01:00:00.000Z')
  assert.equal((await one.find(token))?.accountName, 'Ann')
  clock.advance(hourMs - 1)
  assert.equal((await one.find(token))?.accountId, accountId)
  assert.equal((await two.find(token))?.accountId, accountId)
  clock.advance(1)
  assert.equal(await one.find(token), null)
  assert.equal(await two.find(token), null)
})

test('a session that ends on one node is dead on the other', async (t) => {
  const { sql, one, two, accountId } = await setUp(t)
  const { token } = await one.open(accountId, null)
  assert.ok(await two.find(token))
  const { promise: told, resolve } = Promise.withResolvers<string>()
  const listening = await sql.listen('busbar_session_ended', resolve)
  await one.end(token)
  assert.equal(await one.find(token), null)
  assert.match(await told, /^[0-9a-f]{64}$/)
  assert.equal(await two.find(token), null)
  await listening()
})

test('all sessions of an account end with its key, however it is deleted', async (t) => {
  const { sql, one, accountId } = await setUp(t)
  const opened = [await one.open(accountId, key), await one.open(accountId, key)]
  assert.deepEqual(
    (await Promise.all(opened.map(({ token }) => one.find(token)))).map((found) => found?.quotaPerMinute),
    [7, 7],
  )
  const { promise: told, resolve } = Promise.withResolvers<void>()
  let count = 0
  await sql.listen('busbar_session_ended', () => {
    count += 1
    if (count === opened.length) resolve()
  })
  await sql`delete from api_key where key = ${key}`
  await told
  for (const { token } of opened) assert.equal(await one.find(token), null)
})

test('can keep one session, and a rolled back transaction ends none', async (t) => {
  const { db, one, accountId } = await setUp(t)
  const [kept, other] = [(await one.open(accountId, null)).token, (await one.open(accountId, null)).token]
  const undone = db.tx(async (within) => {
    await one.endAllOf(accountId, undefined, within)
    throw new Error('no')
  })
  await assert.rejects(undone, /no/)
  assert.ok(await one.find(other))
  await one.endAllOf(accountId, kept)
  assert.ok(await one.find(kept))
  assert.equal(await one.find(other), null)
})

test('a session that ends while it is being read is not remembered', async (t) => {
  const { one, accountId } = await setUp(t)
  for (let round = 0; round < 20; round += 1) {
    const { token } = await one.open(accountId, null)
    await Promise.all([one.find(token), one.end(token), one.find(token)])
    assert.equal(await one.find(token), null)
  }
})

test('caches nothing while notifications of ended sessions cannot be received', async (t) => {
  const { sql, clock, now, accountId } = await setUp(t)
  const deaf = new Sessions({ sql, clock, now })
  const { token } = await deaf.open(accountId, null)
  assert.ok(await deaf.find(token))
  await sql`delete from session`
  assert.equal(await deaf.find(token), null)
})

test('the use of a key is written down once a minute at most', async (t) => {
  const { sql, clock, one, two, accountId } = await setUp(t)
  const usedOn = async (): Promise<string | undefined> => {
    const [row] = await sql<{ on: Date | null }[]>`select last_used_on as on from api_key`
    return row?.on?.toISOString()
  }
  const { token } = await one.open(accountId, key)
  assert.equal(await usedOn(), undefined)
  await one.find(token)
  assert.equal(await usedOn(), '2026-11-14T00:00:00.000Z')
  clock.advance(59_999)
  await one.find(token)
  await two.find(token)
  assert.equal(await usedOn(), '2026-11-14T00:00:00.000Z')
  clock.advance(1)
  await one.find(token)
  assert.equal(await usedOn(), '2026-11-14T00:01:00.000Z')
})

test('limits the sessions of an account and deletes expired ones', async (t) => {
  const { sql, clock, now, one, accountId } = await setUp(t)
  await sql`
    insert into session (token_hash, account_id, expires_on)
    select int8send(i), ${accountId}, ${now()}::timestamptz + interval '1 minute' from generate_series(1, 5000) i`
  await assert.rejects(one.open(accountId, null), SessionsFull)
  clock.advance(60_000)
  const { token } = await one.open(accountId, null)
  await one.sweep()
  assert.deepEqual([...(await sql`select count(*) from session`)], [{ count: 1 }])
  assert.ok(await one.find(token))
})

test('a session that a transaction ends is forgotten with its commit, though it was used meanwhile', async (t) => {
  const { db, one, accountId } = await setUp(t)
  const [{ token }, { token: other }] = [await one.open(accountId, null), await one.open(accountId, null)]
  const watched = forgettingDatabase(db, [one.cache])
  await watched.tx(async (tx) => {
    await one.endAllOf(accountId, other, tx)
    assert.ok(await one.find(token))
    assert.ok(await one.find(other))
  })
  assert.equal(await one.find(token), null)
  assert.ok(await one.find(other))
})
