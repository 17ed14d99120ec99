import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Database } from '../db/open.ts'
import { testDatabase } from '../db/testing.ts'
import { Standings } from './standings.ts'

describe('standings on two nodes', () => {
  let db: Database
  let here: Standings
  let there: Standings
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
    here = new Standings(db.sql)
    there = new Standings(db.sql)
    await Promise.all([here.start(), there.start()])
  })
  after(async () => {
    await Promise.all([here.stop(), there.stop()])
    await db.close()
  })

  const roleAt = async (node: Standings): Promise<string | null> =>
    (await node.find('net', ids.net, ids.account))?.role ?? null
  /** What another node says in the end: it hears of a change by itself. */
  const inTheEnd = async (node: Standings, role: string | null): Promise<void> => {
    while ((await roleAt(node)) !== role) await new Promise(setImmediate)
  }

  test('a role that changes is the new one here at once, and there when it was told', async () => {
    assert.deepEqual([await roleAt(here), await roleAt(there)], ['viewer', 'viewer'])
    await here.watch(db).tx((tx) => tx`update membership set role = 'manager' where account_id = ${ids.account}`)
    assert.equal(await roleAt(here), 'manager')
    await inTheEnd(there, 'manager')
  })

  test('what was read before a change is not kept after it', async () => {
    here.forget()
    const reading = here.find('net', ids.net, ids.account)
    here.forget()
    await reading
    assert.ok(here.find('net', ids.net, ids.account) instanceof Promise)
  })

  test('an object that is deleted is gone here at once, and there when it was told', async () => {
    assert.deepEqual([await roleAt(here), await roleAt(there)], ['manager', 'manager'])
    await here.watch(db).tx((tx) => tx`delete from net where id = ${ids.net}`)
    assert.equal(await roleAt(here), null)
    await inTheEnd(there, null)
  })
})
