import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { adoptClaims } from './adopt-claims.ts'
import { Claims } from './claims.ts'

const now = (): Date => new Date('2026-11-16T00:00:00Z')

test('at the upgrade networks that read something keep their addresses, and share them where they did', async (t) => {
  const db = await testDatabase()
  t.after(() => db.close())
  const { sql } = db
  const orgs: number[] = []
  for (const name of ['A', 'B', 'C']) {
    const [org] = await sql<{ id: number }[]>`insert into org (name, created_on) values (${name}, now()) returning id`
    orgs.push(org?.id ?? 0)
  }
  const [a = 0, b = 0, c = 0] = orgs
  let day = 0
  /** The oldest is made first. */
  const addNet = async (orgId: number, ip: string, { hasRead = true, isOld = true, port = 502 } = {}) => {
    day += 1
    const on = new Date(Date.UTC(2026, 0, day))
    const [net] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on, is_before_claims)
      values (${orgId}, ${ip}, ${`n${day}`}, ${ip}, ${port}, ${on}, ${isOld}) returning id`
    const id = net?.id ?? 0
    const [device] = await sql<{ id: number }[]>`
      insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
      values (${orgId}, ${id}, 'D', ${`d${day}`}, 1, ${on}) returning id`
    await sql`
      insert into last_poll (org_id, device_id, read_on, version)
      values (${orgId}, ${device?.id ?? 0}, ${hasRead ? on : null}, 1)`
    return id
  }
  const first = await addNet(a, '10.0.0.1')
  const byName = await addNet(b, 'shared.example')
  const mapped = await addNet(b, '::ffff:10.0.0.2')
  const alone = await addNet(a, '10.0.0.3')
  await addNet(c, '10.0.0.1', { hasRead: false })
  await addNet(c, '10.0.0.3', { isOld: false })
  await addNet(c, '10.0.0.1', { port: 503 })
  const unknown = await addNet(c, 'unknown.example')
  const warned: object[] = []
  const options = {
    db,
    now,
    log: { warn: (details: object) => void warned.push(details) },
    resolve: (name: string) =>
      name === 'shared.example' ? Promise.resolve(['10.0.0.1']) : Promise.reject(new Error('ENOTFOUND')),
    ownAddresses: () => [],
  }
  await adoptClaims(options)
  const claims = new Claims({ db, clock: new VirtualClock(), now, log: { error: () => assert.fail() } })
  await claims.start()
  t.after(() => claims.stop())
  const whoMay = (name: string): number[] => orgs.filter((orgId) => claims.isOpenTo(name, orgId))
  assert.deepEqual(
    [whoMay('10.0.0.1 502'), [...claims.holders('10.0.0.1 502')]],
    [
      [a, b],
      [first, byName],
    ],
  )
  assert.deepEqual([whoMay('10.0.0.2 502'), [...claims.holders('10.0.0.2 502')]], [[b], [mapped]])
  assert.deepEqual([whoMay('10.0.0.3 502'), [...claims.holders('10.0.0.3 502')]], [[a], [alone]])
  assert.deepEqual(whoMay('10.0.0.1 503'), [c])
  assert.deepEqual(warned, [
    { orgId: c, netId: unknown, ip: 'unknown.example' },
    {
      address: '10.0.0.1',
      port: 502,
      networks: [
        { orgId: a, netId: first },
        { orgId: b, netId: byName },
      ],
    },
  ])
  // Once: what a name leads to later gives no rights.
  await adoptClaims({ ...options, resolve: async () => ['10.0.0.3'] })
  assert.equal((await sql`select 1 from claim where net_id = ${unknown}`).length, 0)
  assert.equal(warned.length, 2)
  // When the first network leaves, the next one owns the endpoint.
  await sql`delete from net where id = ${first}`
  const left = new Claims({ db, clock: new VirtualClock(), now, log: { error: () => assert.fail() } })
  await left.start()
  t.after(() => left.stop())
  assert.deepEqual([left.isOpenTo('10.0.0.1 502', b), left.isOpenTo('10.0.0.1 502', c)], [true, false])
})
