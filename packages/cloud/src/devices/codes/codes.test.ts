import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Role, roles } from '../../accounts/access/roles.ts'
import { sealPlain } from '../../accounts/sealing/start.ts'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

const bound = '02:00:00:00:00:01'
const free = '02:00:00:00:00:02'
const hourMs = 3_600_000

let api: TestApi
let netId: number
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db, now } = api.service
  const inAnHour = new Date(now().getTime() + hourMs)
  const [net] = await db.sql<[{ id: number }]>`
    insert into net (org_id, name, slug, created_on) values (${api.orgId}, 'Plant', 'plant', ${now()}) returning id`
  netId = net.id
  await db.sql`
    insert into gateway (mac, sku, ip, port, modbus_id, vpn_ip, device_passwords, org_id, net_id) values
      (${bound}, 'gw-1', '192.0.2.1', 502, 247, '10.8.0.2', '{secret}', ${api.orgId}, ${netId}),
      (${free}, '', '192.0.2.2', 1502, null, null, '{hidden}', null, null)`
  await db.sql`
    insert into activation_code (code, mac, expires_on) values
      (12345678, ${bound}, ${inAnHour}), (23456789, ${free}, ${inAnHour})`
  await db.sql`
    insert into connect_code (code_hash, mac, expires_on) values (sha256('BOUND'), ${bound}, null), (sha256('FREE'), ${free}, ${inAnHour})`
  await sealPlain(db, api.service.secrets)
}

const activation = (as: Role | 'stranger', code: number | string) =>
  api.call(as, 'POST', `/activation-code/${code}/get-info/`, {})
const connect = (as: Role | 'stranger', code: string) => api.call(as, 'GET', `/connect-code/${code}/`)
const refused = ({ status, body }: Answer): [number, string] => [status, (body as { errorCode: string }).errorCode]

describe('codes', () => {
  shareApi(prepare)

  test('an activation code shows its gateway to members, or to anyone while it is unbound', async () => {
    const info = { code: 12345678, mac: bound, ip: '192.0.2.1', port: 502, sku: 'gw-1' }
    for (const role of roles) assert.deepEqual((await activation(role, 12345678)).body, info)
    const freeInfo = { code: 23456789, mac: free, ip: '192.0.2.2', port: 1502, sku: null }
    assert.deepEqual((await activation('stranger', 23456789)).body, freeInfo)
    assert.deepEqual(refused(await activation('stranger', 12345678)), [401, 'NotAuthorized'])
  })

  test('a connect code tells the passwords of devices to managers only', async () => {
    const info = {
      code: 'BOUND',
      macAddress: bound,
      devicePasswords: [] as string[],
      sku: 'gw-1',
      vpnIpAddress: '10.8.0.2',
      port: 502,
      modbusId: 247,
      bindedToNet: { netId, orgId: api.orgId, name: 'Plant' },
    }
    for (const role of ['demo', 'viewer', 'operator'] as const) {
      assert.deepEqual((await connect(role, 'BOUND')).body, info)
    }
    for (const role of ['manager', 'owner'] as const) {
      assert.deepEqual((await connect(role, 'BOUND')).body, { ...info, devicePasswords: ['secret'] })
    }
    assert.deepEqual(refused(await connect('stranger', 'BOUND')), [401, 'NotAuthorized'])
  })

  test('an owner makes a code for a gateway of the organization, and a network can be made with it', async () => {
    const { db, now } = api.service
    const [own, mac] = [`/org/${api.orgId}/connect-codes/`, '02:00:00:00:00:03']
    const [net] = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, mac, device_passwords, created_on)
      values (${api.orgId}, 'Shed', 'shed', ${mac}, '{open}', ${now()}) returning id`
    await db.sql`insert into gateway (mac, org_id, net_id) values (${mac}, ${api.orgId}, ${net.id})`
    await sealPlain(db, api.service.secrets)
    const create = (as: Role | 'stranger', body: object) => api.call(as, 'POST', `${own}create/`, { mac, ...body })
    assert.deepEqual([(await create('manager', {})).status, (await create('stranger', {})).status], [401, 404])
    for (const wrong of [{ mac: free }, { mac: 'x' }]) {
      assert.deepEqual(refused(await create('owner', wrong)), [404, 'ObjectNotFound'])
    }
    const first = (await create('owner', { days: 1 })).body as { code: string }
    const made = (await create('owner', { sku: 'GW-3', modbusId: 7 })).body as { code: string; expiresOn: string }
    assert.deepEqual(refused(await connect('owner', first.code)), [404, 'InvalidCode'], 'the one before is gone')
    assert.equal(made.expiresOn, '2026-12-14T00:00:00.000Z')
    const bindedToNet = { netId: net.id, orgId: api.orgId, name: 'Shed' }
    const info = { code: made.code, macAddress: mac, sku: 'GW-3', port: 502, modbusId: 7, bindedToNet }
    assert.deepEqual((await connect('owner', made.code)).body, { ...info, devicePasswords: ['open'] })
    const listed = (await api.call('owner', 'GET', own)).body as { macAddress: string }[]
    assert.deepEqual(
      listed.find(({ macAddress }) => macAddress === mac),
      { macAddress: mac, sku: 'GW-3', expiresOn: made.expiresOn, bindedToNet },
    )
    await api.call('manager', 'POST', `/net/${net.id}/delete/`, null)
    const left = async (as: 'owner' | 'stranger', orgId: number) =>
      ((await api.call(as, 'GET', `/org/${orgId}/connect-codes/`)).body as { macAddress: string }[]).filter(
        ({ macAddress }) => macAddress === mac,
      )
    const unbound = { macAddress: mac, sku: 'GW-3', expiresOn: made.expiresOn }
    assert.deepEqual(
      await left('owner', api.orgId),
      [unbound],
      'the code outlives the network, and so does the right to it',
    )
    assert.deepEqual(await left('stranger', api.otherOrgId), [])
    // Another account binds it: the maker of the code still has it, and learns nothing of them.
    const theirs = await db.sql<[{ id: number }]>`
      insert into net (org_id, name, slug, mac, created_on) values (${api.otherOrgId}, 'T', 't', ${mac}, ${now()}) returning id`
    await db.sql`update gateway set org_id = ${api.otherOrgId}, net_id = ${theirs[0].id} where mac = ${mac}`
    assert.deepEqual(await left('owner', api.orgId), [unbound])
    assert.equal((await left('stranger', api.otherOrgId)).length, 1)
    await db.sql`delete from net where id = ${theirs[0].id}`
    const connection = { kind: 'connect-code', code: made.code }
    const again = await api.call('manager', 'POST', `/org/${api.orgId}/nets/create/`, { name: 'Barn', connection })
    assert.equal((again.body as { result: string }).result, 'success')
    await api.call('manager', 'POST', `/net/${(again.body as { id: number }).id}/delete/`, null)
    const drop = (as: Role) => api.call(as, 'POST', `${own}${mac}/delete/`, null)
    assert.equal((await drop('manager')).status, 401)
    assert.deepEqual((await drop('owner')).body, {})
    assert.deepEqual(refused(await drop('owner')), [404, 'ObjectNotFound'])
    const records = await db.sql`select action from audit where object_id = ${mac} order by id`
    const actions = ['create', 'create', 'delete'].map((what) => ({ action: `connect-code.${what}` }))
    assert.deepEqual(Array.from(records), actions)
  })

  test('an unbound gateway has no managers', async () => {
    for (const who of ['owner', 'stranger'] as const) {
      const info = { code: 'FREE', macAddress: free, devicePasswords: [], port: 1502 }
      assert.deepEqual((await connect(who, 'FREE')).body, info)
    }
  })

  test('unknown codes', async () => {
    assert.deepEqual(refused(await activation('demo', 99999999)), [404, 'InvalidActivationCode'])
    assert.deepEqual(refused(await activation('demo', 0)), [404, 'InvalidActivationCode'])
    assert.deepEqual(refused(await activation('demo', 'x')), [400, 'IncorrectRequest'])
    assert.deepEqual(refused(await connect('demo', 'bound')), [404, 'InvalidCode'])
  })

  test('a user without an organization may use no code', async () => {
    const { db } = api.service
    await db.tx((tx) => tx`delete from membership where account_id = ${api.accounts.viewer}`)
    assert.deepEqual(refused(await connect('viewer', 'FREE')), [401, 'NotAuthorized'])
  })

  test('wrong guesses are slowed, for one user and in one place', async () => {
    api.clock.advance(60_000)
    for (let i = 0; i < 10; i += 1) assert.equal((await activation('operator', 50_000_000 + i)).status, 404)
    const slowed = await activation('operator', 23456789)
    assert.deepEqual(refused(slowed), [403, 'TooManyRequests'])
    assert.equal(slowed.headers.get('retry-after'), '6')
    assert.deepEqual(refused(await connect('operator', 'FREE')), [403, 'TooManyRequests'])
    assert.equal((await activation('manager', 23456789)).status, 200)
    for (const as of ['manager', 'owner'] as const) {
      for (let i = 0; i < 10; i += 1) assert.equal((await connect(as, `guess ${i}`)).status, 404)
    }
    assert.deepEqual(refused(await connect('demo', 'FREE')), [403, 'TooManyRequests'])
    api.clock.advance(6000)
    assert.equal((await connect('demo', 'FREE')).status, 200)
    assert.equal((await activation('operator', 23456789)).status, 200)
  })

  test('a code ends at its time; one without a time does not', async () => {
    const { db, now } = api.service
    await db.sql`update activation_code set expires_on = ${new Date(now().getTime() + 1000)}`
    await db.sql`update connect_code set expires_on = ${new Date(now().getTime() + 1000)} where code_hash = sha256('FREE')`
    api.clock.advance(999)
    assert.equal((await activation('demo', 23456789)).status, 200)
    assert.equal((await connect('demo', 'FREE')).status, 200)
    api.clock.advance(1)
    assert.deepEqual(refused(await activation('demo', 23456789)), [404, 'InvalidActivationCode'])
    assert.deepEqual(refused(await connect('demo', 'FREE')), [404, 'InvalidCode'])
    assert.equal((await connect('demo', 'BOUND')).status, 200)
  })
})
