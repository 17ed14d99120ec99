import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { mayActForAll } from '../../accounts/access/installation-admin.sql.ts'
import { cheap } from '../../accounts/access/testing/passwords.ts'
import { KeyFile } from '../../accounts/sealing/key-file.ts'
import { testSecrets } from '../../accounts/sealing/testing/test-secrets.ts'
import { Passwords } from '../../accounts/sessions/passwords.ts'
import { type Admin, AdminProblem } from './admin.ts'
import { freeClaim, giveClaim, listClaims } from './claims.ts'
import { createKey, deleteKey, listKeys } from './keys.ts'
import { createNotification, deleteNotification, listNotifications } from './notifications.ts'
import { createOrg, listOrgs, setOrg } from './orgs.ts'
import { createUser, listUsers, setInstallationAdmin, setPassword, setRole } from './users.ts'

const madeOn = new Date('2026-11-14T00:00:00Z')
const keyFile = new KeyFile('/nowhere/secrets.key')
const adminOf = (db: Database): Admin => ({
  db,
  isShared: false,
  now: () => madeOn,
  passwords: new Passwords({ cost: cheap }),
  secrets: testSecrets(),
  keyFile,
})
const opening = testDatabase().then(adminOf)
const user = { name: 'Ann', email: 'ann@example.org', role: 'owner', password: 'correct horse battery' } as const
const nobody = '5f0c1a2b-0000-4000-8000-000000000000'

const hashOf = async ({ db: { sql } }: Admin, email: string): Promise<string | null> => {
  const [row] = await sql<{ hash: string }[]>`select password_hash as hash from account where email = ${email}`
  return row?.hash ?? null
}
const audited = async ({ db: { sql } }: Admin, orgId: number): Promise<string[]> => {
  const rows = await sql<{ what: string; who: string }[]>`
    select action || ' ' || object_kind as what, account_name || ', ' || from_address as who
    from audit where org_id = ${orgId} order by id`
  assert.ok(rows.every(({ who }) => who === 'administrator, command line'))
  return rows.map(({ what }) => what)
}

test('organizations are made, listed and changed', async () => {
  const admin = await opening
  const id = await createOrg(admin, { name: 'Mill', deviceQuota: 5 })
  await setOrg(admin, id, { isSmsOff: true, deviceQuota: null })
  const found = (await listOrgs(admin)).find((org) => org.id === id)
  assert.deepEqual(found, { id, name: 'Mill', deviceQuota: null, isSmsOff: true, members: 0, enabledDevices: 0 })
  assert.deepEqual(await audited(admin, id), ['create org', 'change org'])
  await assert.rejects(setOrg(admin, 999_999, { name: 'x' }), new AdminProblem('There is no organization 999999.'))
})

test('a user has a role here and there, and a new password ends the sessions', async () => {
  const admin = await opening
  const [here, there] = [await createOrg(admin, { name: 'Here' }), await createOrg(admin, { name: 'There' })]
  const id = await createUser(admin, { ...user, orgId: here })
  await assert.rejects(createUser(admin, { ...user, orgId: there }), /There is a user ann@example.org already/)
  await setRole(admin, { orgId: there, email: user.email, role: 'viewer' })
  await setRole(admin, { orgId: there, email: user.email, role: 'manager' })
  const found = (await listUsers(admin)).find((one) => one.id === id)
  assert.deepEqual(found?.memberships, [
    { orgId: here, role: 'owner' },
    { orgId: there, role: 'manager' },
  ])
  await admin.db
    .sql`insert into session (token_hash, account_id, expires_on) values (${Buffer.from('x')}, ${id}, ${madeOn})`
  await setPassword(admin, { email: user.email, password: 'another long one' })
  assert.ok(await admin.passwords.matches('another long one', await hashOf(admin, user.email)))
  assert.deepEqual([...(await admin.db.sql`select 1 from session where account_id = ${id}`)], [])
  assert.deepEqual(await audited(admin, here), ['create org', 'create user', 'set-password user'])
  assert.deepEqual(await audited(admin, there), ['create org', 'change user', 'change user', 'set-password user'])
  await assert.rejects(
    setPassword(admin, { email: 'no@example.org', password: 'x' }),
    /There is no user no@example.org/,
  )
})

test('an administrator of the installation is listed and may act for all; an owner only if there is no administrator', async () => {
  const db = await testDatabase()
  const admin = adminOf(db)
  const marks = async () => (await listUsers(admin)).map((one) => `${one.email} ${one.isInstallationAdmin}`)
  const orgId = await createOrg(admin, { name: 'Alone' })
  const eve = { ...user, email: 'eve@example.org', role: 'manager', isInstallationAdmin: true } as const
  const [ann, eveId] = [await createUser(admin, { ...user, orgId }), await createUser(admin, { ...eve, orgId })]
  const bob = await createUser(admin, { ...user, email: 'bob@example.org', role: 'manager', orgId })
  const may = () => Promise.all([ann, eveId, bob].map((id) => mayActForAll(db.sql, id)))
  assert.deepEqual(await may(), [true, true, false])
  await createOrg(admin, { name: 'Another' })
  assert.deepEqual(await may(), [false, true, false])
  await setInstallationAdmin(admin, { email: 'bob@example.org', isInstallationAdmin: true })
  await setInstallationAdmin(admin, { email: 'eve@example.org', isInstallationAdmin: false })
  assert.deepEqual(await may(), [false, false, true])
  assert.deepEqual(await marks(), ['ann@example.org false', 'eve@example.org false', 'bob@example.org true'])
  assert.deepEqual((await audited(admin, orgId)).slice(-2), ['change user', 'change user'])
  const nobodyThere = { email: 'no@example.org', isInstallationAdmin: true }
  await assert.rejects(setInstallationAdmin(admin, nobodyThere), /There is no user no@example.org/)
})

test('a key lives with its program', async () => {
  const admin = await opening
  const { sql } = admin.db
  const orgId = await createOrg(admin, { name: 'Keys' })
  const made = await createKey(admin, { orgId, name: 'Logger', role: 'viewer', quotaPerMinute: 60 })
  const [stored] = await sql<{ hash: string }[]>`select password_hash as hash from api_key where key = ${made.apiKey}`
  assert.ok(await admin.passwords.matches(made.password, stored?.hash ?? null))
  const row = { apiKey: made.apiKey, name: 'Logger', orgId, role: 'viewer', quotaPerMinute: 60, lastUsedOn: null }
  assert.deepEqual([...(await listKeys(admin))], [row])
  await deleteKey(admin, made.apiKey)
  assert.deepEqual([...(await listKeys(admin))], [])
  assert.deepEqual([...(await sql`select 1 from membership where org_id = ${orgId}`)], [])
  assert.deepEqual(await audited(admin, orgId), ['create org', 'create api-key', 'delete api-key'])
  await assert.rejects(deleteKey(admin, nobody), /There is no API key 5f0c/)
})

test('an address is given and freed', async () => {
  const admin = await opening
  const { sql } = admin.db
  const orgIds = [await createOrg(admin, { name: 'First' }), await createOrg(admin, { name: 'Second' })]
  const [first = 0, second = 0] = orgIds
  const ids: number[] = []
  for (const orgId of orgIds) {
    const [net] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${orgId}, 'Hall', 'hall', '10.0.0.1', 502, ${madeOn}) returning id`
    ids.push(net?.id ?? 0)
  }
  const [netA = 0, netB = 0] = ids
  const where = { address: '::ffff:10.0.0.1', port: 502 }
  const line = { address: '10.0.0.1', port: 502, netName: 'Hall', claimedOn: madeOn }
  await giveClaim(admin, where, netA)
  await sql`
    insert into claim_grant (org_id, net_id, to_org_id, granted_on, granted_by)
    values (${first}, ${netA}, ${second}, ${madeOn}, 'Ann')`
  const sharedWith = [{ orgId: second, by: 'Ann' }]
  assert.deepEqual([...(await listClaims(admin))], [{ ...line, orgId: first, netId: netA, sharedWith }])
  await giveClaim(admin, where, netB)
  assert.deepEqual([...(await listClaims(admin))], [{ ...line, orgId: second, netId: netB, sharedWith: [] }])
  await freeClaim(admin, where)
  assert.deepEqual([...(await listClaims(admin))], [])
  await assert.rejects(freeClaim(admin, where), new AdminProblem('Nobody has claimed 10.0.0.1 at port 502.'))
  await assert.rejects(giveClaim(admin, where, 999_999), new AdminProblem('There is no network 999999.'))
  await assert.rejects(giveClaim(admin, { ...where, port: 503 }, netA), /is not dialled at port 503/)
  assert.deepEqual(await audited(admin, first), ['create org', 'claim.give net', 'claim.free net'])
  assert.deepEqual(await audited(admin, second), ['create org', 'claim.give net', 'claim.free net'])
})

test('creates, lists and removes notifications', async () => {
  const admin = await opening
  const texts = { en: 'Down at noon', pl: 'Przerwa w po\u0142udnie' }
  const id = await createNotification(admin, texts)
  assert.deepEqual([...(await listNotifications(admin))], [{ id, texts, createdOn: madeOn, dismissals: 0 }])
  await deleteNotification(admin, id)
  await assert.rejects(deleteNotification(admin, id), new AdminProblem(`There is no notification ${id}.`))
})
