import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteDueOrgs } from '../../operations/delete-due-orgs.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { roles } from '../access/roles.ts'
import { lastRecord, outcome, withToken } from './testing/answers.ts'

let api: TestApi

describe('organizations', () => {
  shareApi((started) => {
    api = started
  })

  test('an organization, its quota and what it uses of it', async () => {
    const { db, now } = api.service
    const expected = {
      id: api.orgId,
      name: 'Test',
      createdOn: '2026-11-14T00:00:00.000Z',
      deviceQuota: null as number | null,
      enabledDevices: 0,
      isKeylessAllowed: false,
    }
    assert.deepEqual((await api.call('viewer', 'GET', `/org/${api.orgId}/`)).body, expected)
    const [net] = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, created_on) values (${api.orgId}, 'N', 'n', ${now()}) returning id`
    await db.sql`
      insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on, disabled_on) values
        (${api.orgId}, ${net.id}, 'A', 'a', 1, ${now()}, null), (${api.orgId}, ${net.id}, 'B', 'b', 2, ${now()}, ${now()})`
    await db.sql`update org set device_quota = 5 where id = ${api.orgId}`
    const used = { ...expected, deviceQuota: 5, enabledDevices: 1 }
    assert.deepEqual((await api.call('viewer', 'GET', `/org/${api.orgId}/`)).body, used)
  })

  test('only an owner renames it', async () => {
    const rename = (name: string) => ({ path: `/org/${api.orgId}/change/`, body: { name } })
    for (const role of roles) {
      const { path, body } = rename(' Renamed ')
      const expected = role === 'owner' ? [200, undefined] : [401, 'NotAuthorized']
      assert.deepEqual(outcome(await api.call(role, 'POST', path, body)), expected, role)
    }
    const { path, body } = rename('Mine now')
    assert.deepEqual(outcome(await api.call('stranger', 'POST', path, body)), [404, 'ObjectNotFound'])
    assert.deepEqual(outcome(await api.call('owner', 'POST', path, { name: '  ' })), [400, 'IncorrectRequest'])
    assert.deepEqual(await lastRecord(api, api.orgId), {
      accountId: api.accounts.owner,
      action: 'change',
      objectKind: 'org',
      objectId: String(api.orgId),
      before: { name: 'Test' },
      after: { name: 'Renamed' },
    })
  })

  test('only an owner of an organization may create another one', async () => {
    for (const role of roles) {
      const answer = await api.call(role, 'POST', '/orgs/create/', { name: `Of ${role}` })
      assert.deepEqual(outcome(answer), role === 'owner' ? [200, undefined] : [401, 'NotAuthorized'], role)
    }
    const orgs = (await api.call('owner', 'GET', '/user/orgs/')).body as object[]
    assert.deepEqual(
      orgs.map((org) => ({ ...org, orgId: 0 })),
      [
        { orgId: 0, orgName: 'Renamed', userRole: 'owner' },
        { orgId: 0, orgName: 'Of owner', userRole: 'owner' },
      ],
    )
  })

  test('a new organization takes the time zone that it is given, by the name of the database', async () => {
    const zoneOf = async (fields: object) => {
      const { body } = await api.call('owner', 'POST', '/orgs/create/', { name: 'Zoned', ...fields })
      const { orgId } = body as { orgId: number }
      return (await api.call('owner', 'GET', `/org/${orgId}/time-zone/`)).body
    }
    assert.deepEqual(await zoneOf({ timeZone: 'europe/warsaw' }), { timeZone: 'Europe/Warsaw' })
    assert.deepEqual(await zoneOf({}), { timeZone: 'UTC' })
    const refused = await api.call('owner', 'POST', '/orgs/create/', { name: 'Zoned', timeZone: '+02:00' })
    assert.deepEqual(outcome(refused), [400, 'IncorrectRequest'])
  })

  test('an organization is deleted a day after an owner confirms its name, unless the deletion is cancelled', async () => {
    const { db, now } = api.service
    const log = { info: () => {}, error: () => {} }
    const { orgId } = (await api.call('owner', 'POST', '/orgs/create/', { name: 'Short' })).body as { orgId: number }
    await db.sql`
      insert into net (org_id, name, slug, ip, port, created_on) values (${orgId}, 'N', 'n', '192.0.2.7', 502, ${now()})`
    await api.call('owner', 'POST', `/org/${orgId}/api-keys/create/`, { name: 'K', role: 'viewer' })
    const ask = (name: string) => api.call('owner', 'POST', `/org/${orgId}/delete/`, { name })
    const get = () => api.call('owner', 'GET', `/org/${orgId}/`)
    const due = async () => ((await get()).body as { deleteOn?: string }).deleteOn
    assert.deepEqual(outcome(await ask('Shor')), [400, 'IncorrectRequest'])
    assert.equal(await due(), undefined)
    assert.equal((await ask('Short')).status, 200)
    assert.equal(await due(), new Date(now().getTime() + 86_400_000).toISOString())
    assert.equal((await api.call('owner', 'POST', `/org/${orgId}/keep/`, null)).status, 200)
    assert.equal(await due(), undefined)
    assert.equal((await ask('Short')).status, 200)
    await db.sql`update org set delete_on = ${new Date(now().getTime() + 1)} where id = ${orgId}`
    await deleteDueOrgs({ db, now, log })
    assert.equal((await get()).status, 200, 'not before its time')
    await db.sql`update org set delete_on = ${now()} where id = ${orgId}`
    await deleteDueOrgs({ db, now, log })
    assert.equal((await get()).status, 404)
    const [left] = await db.sql`
      select (select count(*) from net where org_id = ${orgId}) as nets, (select count(*) from api_key where name = 'K') as keys,
             (select count(*) from membership where org_id = ${orgId}) as members`
    assert.deepEqual(left, { nets: 0, keys: 0, members: 0 })
    const [kept] = await db.sql<[{ count: number }]>`select count(*) from audit where org_id = ${orgId}`
    assert.ok(kept.count > 0, 'what was done is never forgotten')
  })

  test('limits a user to a hundred organizations', async () => {
    const { db } = api.service
    await db.sql`
      with made as (insert into org (name) select 'More' from generate_series(1, 100) returning id)
      insert into membership (org_id, account_id, role) select id, ${api.accounts.stranger}, 'owner' from made`
    const answer = await api.call('stranger', 'POST', '/orgs/create/', { name: 'One more' })
    assert.deepEqual(outcome(answer), [401, 'NotAuthorized'])
    assert.match((answer.body as { errorMessage: string }).errorMessage, /at most 100 organizations/)
  })
})

describe('first-run setup', () => {
  const first = {
    code: 'the code',
    orgName: 'Plant',
    name: 'Ann',
    email: ' Ann@Example.org ',
    password: 'long enough',
    timeZone: 'Europe/Kyiv',
  }
  shareApi((started) => {
    api = started
  })

  test('refuses setup once an account exists', async () => {
    assert.deepEqual((await api.call(null, 'GET', '/setup/')).body, {
      isNeeded: false,
      sendsMail: false,
      providers: [],
    })
    assert.deepEqual(outcome(await api.call(null, 'POST', '/setup/create-owner/', first)), [401, 'NotAuthorized'])
    api.service.setupCode = 'the code'
    assert.deepEqual(outcome(await api.call(null, 'POST', '/setup/create-owner/', first)), [401, 'NotAuthorized'])
  })

  test('the code makes the first owner, once, however many ask', async () => {
    await api.service.db.sql`delete from account`
    assert.deepEqual((await api.call(null, 'GET', '/setup/')).body, { isNeeded: true, sendsMail: false, providers: [] })
    const setUp = (fields: object) => api.call(null, 'POST', '/setup/create-owner/', { ...first, ...fields })
    assert.deepEqual(outcome(await setUp({ code: 'a code' })), [401, 'NotAuthorized'])
    assert.deepEqual(outcome(await setUp({ password: 'too short' })), [400, 'IncorrectRequest'])
    const answers = await Promise.all([setUp({}), setUp({ email: 'bob@example.org' })])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 401]))
    assert.deepEqual((await api.call(null, 'GET', '/setup/')).body, {
      isNeeded: false,
      sendsMail: false,
      providers: [],
    })
    const [made] = answers.filter(({ status }) => status === 200)
    assert.ok(made)
    const { token, orgId } = made.body as { token: string; orgId: number }
    assert.deepEqual((await withToken(api, token, `/org/${orgId}/time-zone/`)).body, { timeZone: 'Europe/Kyiv' })
    const orgs = [{ orgId, orgName: 'Plant', userRole: 'owner' }]
    assert.deepEqual((await withToken(api, token, '/user/orgs/')).body, orgs)
    assert.equal((await lastRecord(api, orgId))?.action, 'create')
  })

  test('guesses at the code are slowed', async () => {
    const guesses = Array.from({ length: 20 }, (_, i) =>
      api.call(null, 'POST', '/setup/create-owner/', { ...first, code: `guess ${i}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    assert.ok(statuses.filter((status) => status === 401).length <= 10)
    assert.ok(statuses.includes(403))
  })
})
