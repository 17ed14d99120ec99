import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addLocation, anOutbox, begin, post, startOn, stored } from '../testing/outbox.ts'
import { claimsOf, PushService, Subscriber } from '../testing/push-service.ts'
import { Push } from './push.ts'

const key = Buffer.alloc(32, 7)

interface PushPayload {
  name: string
  level: string
  stage: string
  place: string
  language: string
  path: string
  confirm: string | null
}

describe('web push', () => {
  const service = new PushService()
  const browser = new Subscriber(Buffer.alloc(32, 3))
  let all: Awaited<ReturnType<typeof anOutbox>>
  let url: string
  let push: Push
  before(async () => {
    ;[all, url] = [await anOutbox(), await service.start()]
    push = new Push({
      sql: all.sql,
      key,
      find: (host) => Promise.resolve(host),
      publicUrl: () => 'https://busbar.example.org',
      now: () => new Date(startOn),
    })
  })
  after(() => service.stop())

  let accounts = 0
  /** A member with a subscribed browser. */
  const subscribe = async (orgId: number, some: { role?: string; level?: string } = {}): Promise<string> => {
    const { sql } = all
    accounts += 1
    const email = `ann${accounts}@example.org`
    const [row] = await sql<[{ id: number }]>`
      with a as (insert into account (name, email, created_on) values ('Ann', ${email}, now()) returning id),
        m as (insert into membership (org_id, account_id, role) select ${orgId}, id, ${some.role ?? 'operator'} from a returning account_id)
      select account_id as id from m`
    const [made] = await sql<[{ id: number }]>`
      insert into push_subscription (org_id, account_id, endpoint, p256dh, auth, name, language, level, session_hash, created_on)
      values (${orgId}, ${row.id}, ${`${url}/${accounts}`}, ${browser.p256dh}, ${browser.auth}, 'Firefox', 'pl', ${some.level ?? 'info'},
        ${Buffer.from(email)}, now()) returning id`
    return `${made.id} ${email}`
  }
  /** An organization with one browser. */
  const told = async (some: Parameters<typeof subscribe>[1] = {}) => {
    const place = await addLocation(all.sql)
    await begin(all.sql, place)
    const recepient = await subscribe(place.orgId, some)
    service.requests.length = 0
    const tell = async (message: Parameters<typeof post>[2] = {}) => {
      const id = await post(all.sql, place, { type: 'push', recepient, ...message })
      await all.run({ channels: { ...all.recorders, push } })
      return stored(all.sql, id)
    }
    return { place, recepient, tell }
  }
  const count = async (recepient: string): Promise<number> => {
    const [row] = await all.sql<[{ count: number }]>`
      select count(*)::int as count from push_subscription where id = ${Number.parseInt(recepient, 10)}`
    return row.count
  }

  test('a message is signed, and only the browser reads it', async () => {
    const { tell, place } = await told()
    assert.equal((await tell({ logAs: 'critical' })).state, 'sent')
    const [request] = service.requests
    assert.ok(request)
    const { ttl, urgency, topic, 'content-encoding': encoding, authorization = '' } = request.headers
    assert.deepEqual([ttl, urgency, encoding], ['86400', 'high', 'aes128gcm'])
    assert.match(String(topic), /^[\w-]{32}$/)
    const { aud, exp, sub, key: signer } = claimsOf(authorization)
    assert.deepEqual([aud, sub], [url, 'https://busbar.example.org'])
    assert.ok(exp * 1000 - startOn <= 24 * 3_600_000)
    assert.equal(signer.toString('base64url'), push.publicKey)
    const payload = JSON.parse(browser.read(request.body)) as PushPayload
    const { name, level, stage, place: where, language, path } = payload
    assert.deepEqual(
      { name, level, stage, where, language, path },
      {
        name: 'Too hot',
        level: 'critical',
        stage: 'active',
        where: 'Boiler house / Boiler 2 / Temperatura\nHeat & Co',
        language: 'pl',
        path: `/alerts/${place.alertId}`,
      },
    )
    assert.match(payload.confirm ?? '', /^\/confirm\/[0-9a-f-]{36}\?episode=1&additions=0$/)
  })

  test('its end has the same topic, is of little urgency, and asks for nothing', async () => {
    const { tell } = await told()
    await tell({ logAs: 'critical' })
    await tell({ logAs: 'critical', stage: 'resolved' })
    const [first, second] = service.requests
    assert.equal(second?.headers['topic'], first?.headers['topic'])
    assert.equal(second?.headers['urgency'], 'low')
    assert.ok(second)
    assert.equal((JSON.parse(browser.read(second.body)) as PushPayload).confirm, null)
  })

  test("a viewer's notification has no acknowledge button", async () => {
    const { tell } = await told({ role: 'viewer' })
    await tell()
    const [request] = service.requests
    assert.equal((JSON.parse(browser.read(request?.body ?? Buffer.of())) as PushPayload).confirm, null)
  })

  for (const [status, state, reason, left] of [
    [404, 'failed', 'refused: HTTP 404: the device is not subscribed any more', 0],
    [410, 'failed', 'refused: HTTP 410: the device is not subscribed any more', 0],
    [400, 'failed', 'refused: HTTP 400', 1],
    [413, 'failed', 'refused: HTTP 413', 1],
    [429, 'waiting', 'failed: HTTP 429', 1],
    [503, 'waiting', 'failed: HTTP 503', 1],
  ] as const) {
    test(`when the push service responds ${status}`, async (t) => {
      t.after(() => {
        service.answer = { status: 201 }
      })
      service.answer = { status, headers: { 'retry-after': '300' } }
      const { tell, recepient } = await told()
      const found = await tell()
      assert.deepEqual([found.state, found.reason, await count(recepient)], [state, reason, left])
      if (state === 'waiting') assert.equal(found.waitSec, 300, 'no earlier than it asks for')
    })
  }

  test('a deleted device receives nothing, and that is not a failed delivery', async () => {
    const { tell, recepient, place } = await told()
    await all.sql`delete from membership where org_id = ${place.orgId}`
    assert.equal(await count(recepient), 0, 'who leaves the organization')
    const { state, reason } = await tell()
    assert.deepEqual([state, reason, service.requests.length], ['dropped', 'device-gone', 0])
    const { recepient: other, place: there } = await told()
    await all.sql`update membership set role = 'demo' where org_id = ${there.orgId}`
    assert.equal(await count(other), 0, 'who may see no alerts any more')
  })

  test('a contact’s hours are theirs on their devices too, but for what is critical', async () => {
    const { tell, place } = await told()
    // 06:30 UTC on a Sunday.
    await all.sql`
      insert into contact (org_id, name, account_id, language, channels, hours, is_always_for_critical, created_on)
      select ${place.orgId}, 'Ann', account_id, 'pl', '[]', '[{"days": [1], "fromMinute": 0, "tillMinute": 60}]', true, now()
      from membership where org_id = ${place.orgId}`
    const quiet = await tell()
    assert.deepEqual([quiet.state, quiet.reason], ['dropped', 'hours'])
    assert.equal((await tell({ logAs: 'critical', stage: 'not-confirmed' })).state, 'sent')
  })

  test('addresses that an organization may not dial are not dialled', async () => {
    const guarded = new Push({
      sql: all.sql,
      key,
      find: () => Promise.reject(new Error('address not allowed: 127.0.0.1 (see --raw-allow)')),
      publicUrl: () => 'https://busbar.example.org',
      now: () => new Date(startOn),
    })
    const { place, recepient } = await told()
    const outcome = await guarded.sendTest(place.orgId, Number.parseInt(recepient, 10))
    assert.deepEqual(outcome, {
      err: 'address not allowed: 127.0.0.1 (see --raw-allow)',
      isFinal: true,
      isUnclear: false,
    })
    assert.equal(service.requests.length, 0)
  })

  test('merges many notifications into one, regardless of messages to others', async () => {
    const { place, recepient } = await told()
    const at = { type: 'push', recepient } as const
    for (let i = 0; i < 12; i += 1)
      await post(all.sql, place, { ...at, alertId: place.alertId + 1000 + i, logAs: 'info' })
    await all.run({ channels: { ...all.recorders, push }, digestAfter: 3 })
    assert.equal(service.requests.length, 3)
    const mail = await post(all.sql, place)
    await all.run({ digestAfter: 3 })
    assert.equal((await stored(all.sql, mail)).state, 'sent', 'mails are counted by themselves')
  })
})
