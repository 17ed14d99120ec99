import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database, Tx } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { until } from '@busbar/kit/testing'
import { forgettingDatabase } from './forgetting-database.ts'
import { RoleCache } from './role-cache.ts'

describe('roles on two nodes', () => {
  let db: Database
  let here: RoleCache
  let there: RoleCache
  let ids: { org: number; account: number; net: number }

  before(async () => {
    db = await testDatabase()
    const [org] = await db.sql<[{ id: number }]>`insert into org (name) values ('Test') returning id`
    const [account] = await db.sql<[{ id: number }]>`
      insert into account (name, created_on) values ('Anna', now()) returning id`
    await db.sql`insert into membership (org_id, account_id, role) values (${org.id}, ${account.id}, 'viewer')`
    const [net] = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, created_on) values (${org.id}, 'Hall', 'hall', now()) returning id`
    ids = { org: org.id, account: account.id, net: net.id }
    here = new RoleCache(db.sql)
    there = new RoleCache(db.sql)
    await Promise.all([here.start(), there.start()])
  })
  after(async () => {
    await Promise.all([here.stop(), there.stop()])
    await db.close()
  })

  const roleAt = async (node: RoleCache): Promise<string | null> =>
    (await node.find('net', ids.net, ids.account))?.role ?? null
  /** Waits until another node returns the role after its notification. */
  const inTheEnd = async (node: RoleCache, role: string | null): Promise<void> => {
    await until(async () => (await roleAt(node)) === role)
  }

  test('a changed role applies at once on this node and after a notification on others', async () => {
    assert.deepEqual([await roleAt(here), await roleAt(there)], ['viewer', 'viewer'])
    await forgettingDatabase(db, [here.cache]).tx(
      (tx) => tx`update membership set role = 'manager' where account_id = ${ids.account}`,
    )
    assert.equal(await roleAt(here), 'manager')
    await inTheEnd(there, 'manager')
  })

  /** Checks that this node answers from its cache. */
  const isKnown = (orgNet: number): boolean => !(here.find('net', orgNet, ids.account) instanceof Promise)

  test('a change forgets its own organization, and a transaction without one nothing', async () => {
    const watched = forgettingDatabase(db, [here.cache])
    const heard: (number | null)[] = []
    here.onChanged((orgId) => heard.push(orgId))
    const [org] = await db.sql<[{ id: number }]>`insert into org (name) values ('Other') returning id`
    await watched.tx((tx) => tx`insert into membership values (${org.id}, ${ids.account}, 'viewer')`)
    const [net] = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, created_on) values (${org.id}, 'Yard', 'yard', now()) returning id`
    await until(() => heard.length !== 0)
    const nets = [ids.net, net.id]
    for (const id of nets) await here.find('net', id, ids.account)
    assert.deepEqual(nets.map(isKnown), [true, true])

    await watched.tx((tx) => tx`update org set name = 'Another' where id = ${org.id}`)
    assert.deepEqual(nets.map(isKnown), [true, true])

    const refused = watched.tx(async (tx) => {
      await tx`update membership set role = 'owner' where org_id = ${org.id}`
      throw new Error('no')
    })
    await assert.rejects(refused, /no/)
    assert.deepEqual(nets.map(isKnown), [true, true])

    await watched.tx((tx) => tx`update membership set role = 'manager' where org_id = ${org.id}`)
    assert.deepEqual(nets.map(isKnown), [true, false])
    await until(() => heard.length !== 1)
    assert.deepEqual(heard, [org.id, org.id])
    assert.deepEqual(nets.map(isKnown), [true, false])
    assert.equal((await here.find('net', net.id, ids.account))?.role, 'manager')

    // Everything of it, by a cascade.
    await watched.tx((tx) => tx`delete from org where id = ${org.id}`)
    assert.deepEqual(nets.map(isKnown), [true, false])
    assert.equal(await here.find('net', net.id, ids.account), null)
  })

  test('a commit whose answer was lost may have changed anything', async () => {
    await here.find('net', ids.net, ids.account)
    assert.ok(isKnown(ids.net))
    const lost = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      await db.tx(work)
      throw new Error('lost')
    }
    const change = forgettingDatabase({ ...db, tx: lost }, [here.cache]).tx((tx) => tx`select 1`)
    await assert.rejects(change, /lost/)
    assert.ok(!isKnown(ids.net))
  })

  test('a deleted object disappears at once on this node and after a notification on others', async () => {
    assert.deepEqual([await roleAt(here), await roleAt(there)], ['manager', 'manager'])
    await forgettingDatabase(db, [here.cache]).tx((tx) => tx`delete from net where id = ${ids.net}`)
    assert.equal(await roleAt(here), null)
    await inTheEnd(there, null)
  })
})
