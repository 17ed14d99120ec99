import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { startApi, type TestApi } from '../../testing/api.ts'
import { type ChainLink, linkHash } from './chain.rules.ts'
import { difference } from './difference.rules.ts'
import { record } from './record.ts'

const actor = ({ service, accounts }: TestApi) => ({
  caller: { accountId: accounts.manager, accountName: 'manager' },
  from: '192.0.2.1',
  now: service.now,
})

/** Is every stored hash what the row and the hash before it give? */
const holds = async ({ service }: TestApi, orgId: number): Promise<boolean> => {
  const rows = await service.db.sql<(ChainLink & { hash: Buffer })[]>`
    select org_id as "orgId", recorded_on as "recordedOn", account_id as "accountId", account_name as "accountName",
           from_address as "from", action, object_kind as "objectKind", object_id as "objectId", before, after, hash
    from audit where org_id = ${orgId} order by id`
  return rows.every(({ hash, ...link }, index) => linkHash(rows[index - 1]?.hash, link).equals(hash))
}

test('audit', async (t) => {
  const api = await startApi(t)
  const { service, orgId, otherOrgId, call, clock } = api
  const { db } = service
  const list = (as: Parameters<TestApi['call']>[0], query = '') => call(as, 'GET', `/org/${orgId}/audit/${query}`)

  await t.test('writers at once make one chain in each organization, which the table alone proves', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        db.tx((tx) =>
          record(tx, index % 3 === 0 ? otherOrgId : orgId, actor(api), {
            action: 'net.change',
            objectKind: 'net',
            objectId: index,
            before: { longer: 1.5, a: [null, { z: 1, y: 'ż' }], none: undefined, on: new Date(0) },
            after: index % 2 === 0 ? undefined : { index },
          }),
        ),
      ),
    )
    assert.equal(await holds(api, orgId), true)
    assert.equal(await holds(api, otherOrgId), true)
    const [counted] = await db.sql<[{ count: number }]>`select count(distinct hash) from audit`
    assert.equal(counted.count, 30)
  })

  await t.test('a record that is not committed leaves no gap in the chain', async () => {
    await assert.rejects(
      db.tx(async (tx) => {
        await record(tx, orgId, actor(api), { action: 'net.change', objectKind: 'net', objectId: 1 })
        throw new Error('undo')
      }),
    )
    await db.tx((tx) => record(tx, orgId, actor(api), { action: 'net.change', objectKind: 'net', objectId: 'x' }))
    assert.equal(await holds(api, orgId), true)
  })

  await t.test('records cannot be changed or deleted', async () => {
    await assert.rejects(db.sql`update audit set action = 'nothing'`, /append-only/)
    await assert.rejects(db.sql`delete from audit where id = 1`, /append-only/)
  })

  await t.test('a change behind the trigger\u2019s back shows in the chain', async () => {
    await db.sql`alter table audit disable trigger audit_append_only`
    const tamper = async (name: string, index: number) => {
      await db.sql`
        update audit set account_name = ${name}, after = ${db.sql.json({ index })}
        where org_id = ${otherOrgId} and object_id = '3'`
      return holds(api, otherOrgId)
    }
    assert.equal(await tamper('somebody', 3), false)
    assert.equal(await tamper('manager', 4), false)
    assert.equal(await tamper('manager', 3), true)
    await db.sql`delete from audit where org_id = ${otherOrgId} and object_id = '3'`
    assert.equal(await holds(api, otherOrgId), false)
    await db.sql`alter table audit enable trigger audit_append_only`
  })

  await t.test('pages, newest first', async () => {
    clock.advance(60_000)
    await db.tx((tx) =>
      record(tx, orgId, actor(api), { action: 'net.change', objectKind: 'net', objectId: 7, after: { name: 'Hall' } }),
    )
    const first = await list('manager', '?itemsOnPage=1')
    const records = [
      {
        id: (first.body as { records: { id: number }[] }).records[0]?.id,
        recordedOn: '2026-11-14T00:01:00.000Z',
        userId: api.accounts.manager,
        userName: 'manager',
        from: '192.0.2.1',
        action: 'net.change',
        objectKind: 'net',
        objectId: '7',
        after: { name: 'Hall' },
      },
    ]
    assert.deepEqual(first.body, { records, totalRecords: 22, currentPage: 1, itemsOnPage: 1 })
    const all = (await list('owner')).body as { records: { id: number }[] }
    assert.equal(all.records.length, 22)
    assert.deepEqual(
      all.records.map(({ id }) => id),
      all.records.map(({ id }) => id).toSorted((a, b) => b - a),
    )
    const third = (await list('manager', '?page=3&itemsOnPage=10')).body as { records: unknown[] }
    assert.deepEqual(third.records, all.records.slice(20))
    const past = await list('manager', '?page=1000000&itemsOnPage=100')
    assert.deepEqual(past.body, { records: [], totalRecords: 22, currentPage: 1_000_000, itemsOnPage: 100 })
    await db.tx((tx) => record(tx, orgId, actor(api), { action: 'net.change', objectKind: 'net', objectId: 1 }))
    const totals = (await Promise.all([list('manager'), list('owner')])).map(
      ({ body }) => (body as { totalRecords: number }).totalRecords,
    )
    assert.deepEqual(totals, [23, 23])
  })

  await t.test('filters by user, object, time and unclear outcome, and returns object names', async () => {
    const [net] = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${orgId}, 'Hall', 'hall', '192.0.2.1', 502, now()) returning id`
    const from = new Date(service.now().getTime() + 1000)
    clock.advance(1000)
    await db.tx(async (tx) => {
      const about = { objectKind: 'net', objectId: net.id } as const
      await record(tx, orgId, actor(api), { action: 'net.change', ...about, after: { name: 'Hall' } })
      const owner = { ...actor(api), caller: { accountId: api.accounts.owner, accountName: 'owner' } }
      for (const [objectId, outcome] of [
        [1, 'unclear'],
        [2, 'done'],
      ] as const) {
        await record(tx, orgId, owner, {
          action: 'param.write-outcome',
          objectKind: 'param',
          objectId,
          after: { outcome },
        })
      }
    })
    const found = async (query: string) => {
      const { body } = await list('manager', `?from=${from.toISOString()}${query}`)
      const { records, totalRecords } = body as {
        records: { objectId: string; objectName?: string }[]
        totalRecords: number
      }
      assert.equal(totalRecords, records.length)
      return records.map(({ objectId, objectName }) => [objectId, objectName])
    }
    const hall = [String(net.id), 'Hall']
    assert.deepEqual(await found(''), [['2', undefined], ['1', undefined], hall])
    assert.deepEqual(await found('&objectKind=net'), [hall])
    assert.deepEqual(await found(`&objectKind=net&objectId=${net.id}`), [hall])
    assert.deepEqual(await found(`&userId=${api.accounts.owner}`), [
      ['2', undefined],
      ['1', undefined],
    ])
    assert.deepEqual(await found('&unclear=true'), [['1', undefined]])
    assert.deepEqual(await found(`&till=${from.toISOString()}`), [])
    assert.deepEqual(await found('&objectKind=net&objectId=999'), [])

    await db.tx(async (tx) => {
      const many = { action: 'net.change', objectKind: 'net', objectId: `${net.id},998,997` } as const
      await record(tx, orgId, actor(api), many)
      for (const outcome of ['unclear: holding 5: Timeout', 'password 1 of 1: unclear: Crc', 'holding 5: Timeout']) {
        const note = { action: 'raw.request-outcome', objectKind: 'address', objectId: outcome } as const
        await record(tx, orgId, actor(api), { ...note, after: { outcome } })
      }
    })
    const both = [[`${net.id},998,997`, 'Hall, +2'], hall]
    assert.deepEqual(await found(`&objectKind=net&objectId=${net.id}`), both, 'of many that were changed together too')
    assert.deepEqual(
      (await found('&unclear=true')).map(([id]) => id),
      ['password 1 of 1: unclear: Crc', 'unclear: holding 5: Timeout', '1'],
    )
  })

  await t.test('the chain is checked in parts, and names the first record that does not fit', async () => {
    const verify = async (as: 'manager' | 'stranger', of: number, afterId = 0) =>
      (await call(as, 'GET', `/org/${of}/audit/verify/?afterId=${afterId}`)).body as {
        lastId: number
        brokenId?: number
      }
    const full = await verify('manager', orgId)
    const [counted] = await db.sql<[{ count: number; last: number }]>`
      select count(*), max(id) as last from audit where org_id = ${orgId}`
    assert.deepEqual(full, { checkedRecords: counted.count, lastId: counted.last, isEnd: true })
    const none = await verify('manager', orgId, counted.last)
    assert.deepEqual(none, { checkedRecords: 0, lastId: counted.last, isEnd: true })
    // A record was deleted above.
    const broken = await verify('stranger', otherOrgId)
    const [after] = await db.sql<[{ id: number }]>`
      select id from audit where org_id = ${otherOrgId} and id > ${broken.lastId} order by id limit 1`
    assert.equal(broken.brokenId, after.id)
  })

  await t.test('as a table, in which nothing is a formula', async () => {
    await db.tx((tx) =>
      record(tx, orgId, actor(api), { action: 'net.change', objectKind: 'net', objectId: '=1', after: { name: 'a' } }),
    )
    const { body, headers } = await call('manager', 'GET', `/org/${orgId}/audit/csv/?objectKind=net&objectId=%3D1`)
    assert.match(headers.get('content-type') ?? '', /^text\/csv/)
    assert.deepEqual(String(body).split('\r\n'), [
      'time,user,address,action,kind,id,before,after',
      `${service.now().toISOString()},manager,192.0.2.1,net.change,net,"'=1",,"{""name"":""a""}"`,
      '',
    ])
  })

  await t.test('managers see it, others do not', async () => {
    const statuses = await Promise.all(
      (['viewer', 'operator', 'stranger', 'manager'] as const).map(async (as) => (await list(as)).status),
    )
    assert.deepEqual(statuses, [401, 401, 404, 200])
    assert.equal((await list('manager', '?itemsOnPage=101')).status, 400)
    assert.equal((await list('manager', '?page=0')).status, 400)
  })
})

test('returns only the fields that differ', () => {
  const value = fc.record({ a: fc.nat(2), b: fc.constantFrom(null, 'x', 'y') }, { noNullPrototype: true })
  fc.assert(
    fc.property(value, value, (before, after) => {
      const changed = difference(before, after)
      assert.deepEqual({ ...before, ...changed.after }, after)
      assert.deepEqual({ ...after, ...changed.before }, before)
      assert.deepEqual(Object.keys(changed.before), Object.keys(changed.after))
    }),
  )
  assert.deepEqual(difference({ a: 1, b: [1] }, { a: 1, b: [1] }), { before: {}, after: {} })
})
