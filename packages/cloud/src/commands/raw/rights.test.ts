import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeResponse, type Request } from '@busbar/modbus'
import type { ModbusClient } from '@busbar/polling'
import { endpointOf } from '../../field/dialling/endpoint.rules.ts'
import type { NetLink } from '../../field/link/net-link.ts'
import type { WaitingGateway } from '../../field/raw/raw-field.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

type Caller = Parameters<TestApi['call']>[0]

const [bound, waiting, foreign] = ['02:00:5e:10:00:01', '02:00:5e:10:00:02', '02:00:5e:10:00:03']
const [keyA, keyB] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

/** A client whose registers all contain its number. */
const echo = (number: number, calls: number[]): ModbusClient => ({
  ask: async (_unit: number, request: Request) => {
    calls.push(number)
    const answer = request.fn === 3 ? { fn: 3, words: [number] } : { fn: 16, address: 0, count: 1 }
    return { ok: answer } as never
  },
  transact: async () => ({ ok: encodeResponse({ fn: 3, words: [number] }) }),
})

let api: TestApi
let calls: number[]
let waitingGateways: WaitingGateway[]
let ids: { net: number; foreignNet: number }

const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { orgId, otherOrgId, service } = api
  const { sql } = service.db
  const add = async (org: number, mac: string): Promise<number> => {
    const [row] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, mac, created_on) values (${org}, 'Net', 'net', ${mac}, now()) returning id`
    await sql`insert into gateway (mac, org_id, net_id) values (${mac}, ${org}, ${row?.id ?? 0})`
    return row?.id ?? 0
  }
  ids = { net: await add(orgId, bound), foreignNet: await add(otherOrgId, foreign) }
  await sql`insert into gateway (mac) values (${waiting})`
  await sql`insert into connect_code (code_hash, mac) values (sha256('mine'), ${bound}), (sha256('theirs'), ${foreign}), (sha256('open'), ${waiting})`
  await sql`insert into gateway (mac) values ('02:00:5e:10:00:04')`
  await sql`insert into connect_code (code_hash, mac, expires_on) values (sha256('dead'), '02:00:5e:10:00:04', '2026-01-01')`
  await sql`
    insert into activation_code (code, mac, public_key, expires_on)
    values (11111111, ${waiting}, ${keyA}, '2027-01-01'), (22222222, ${waiting}, null, '2027-01-01'),
           (33333333, ${foreign}, null, '2027-01-01'), (44444444, ${bound}, null, '2026-01-01')`
  calls = []
  waitingGateways = []
  service.field = { link: (netId) => echo(netId === ids.net ? 1 : 2, calls) as NetLink }
  service.raw = {
    waiting: (mac) => (mac === waiting ? waitingGateways : []),
    dialled: {
      find: async (host, [target]) => {
        const address = host === 'name.example' ? '192.0.2.7' : host
        return target === undefined ? null : { ...target, address, endpoint: endpointOf(address, target.port, []) }
      },
      use: (_caller, { address }, work) => work(echo(address === '192.0.2.7' ? 7 : 9, calls)),
    },
  }
}

const read = (as: Caller, connection: object) =>
  api.call(as, 'POST', '/raw/read-register-group/', {
    deviceModbusId: 1,
    address: 0,
    kind: 'holding',
    registersNum: 1,
    connection,
  })
const write = (as: Caller, connection: object) =>
  api.call(as, 'POST', '/raw/write-register-group/', {
    deviceModbusId: 1,
    address: 0,
    kind: 'holding',
    values: [1],
    writeFunction: 'always-16',
    connection,
  })

/** Summary of a reply: `ok`, the client that responded, or the refusal. */
const verdict = ({ status, body }: { status: number; body: unknown }): string => {
  const { ok, err, errorCode } = body as { ok?: unknown; err?: string; errorCode?: string }
  if (status !== 200) return `${status} ${errorCode}`
  return Array.isArray(ok) ? ok.join() : (err ?? 'ok')
}

const netId = () => ({ kind: 'net-id', networkId: ids.net })
const notFound = '404 ObjectNotFound'
const notAllowed = '401 NotAuthorized'

describe('permissions to read and write by type of connection', () => {
  shareApi(prepare)

  const rows: [
    title: string,
    connection: () => object,
    reads: Partial<Record<string, string>>,
    writes: Partial<Record<string, string>>,
  ][] = [
    [
      'a network',
      netId,
      { demo: notAllowed, viewer: '1', owner: '1', stranger: notFound },
      { demo: notAllowed, viewer: notAllowed, operator: 'ok', owner: 'ok', stranger: notFound },
    ],
    [
      'a network that is not there',
      () => ({ kind: 'net-id', networkId: 999_999 }),
      { owner: notFound },
      { demo: notFound, owner: notFound },
    ],
    [
      'a network of others',
      () => ({ kind: 'net-id', networkId: ids.foreignNet }),
      { owner: notFound, stranger: '2' },
      { owner: notFound, stranger: 'ok' },
    ],
    [
      'an address',
      () => ({ kind: 'direct', ip: '192.0.2.1', port: 502 }),
      { demo: notAllowed, viewer: notAllowed, operator: '9', stranger: '9' },
      { demo: notAllowed, viewer: notAllowed, operator: 'ok' },
    ],
    [
      'a MAC of the organization',
      () => ({ kind: 'backward', mac: bound.toUpperCase().replaceAll(':', '-') }),
      { demo: notAllowed, viewer: '1', stranger: notFound },
      { viewer: notAllowed, operator: 'ok', stranger: notFound },
    ],
    ['a MAC that nobody has', () => ({ kind: 'backward', mac: waiting }), { owner: notFound }, { owner: notFound }],
    ['a MAC of others', () => ({ kind: 'backward', mac: foreign }), { owner: notFound }, { owner: notFound }],
    [
      'a MAC with its connect code',
      () => ({ kind: 'backward', mac: bound, connectCode: 'mine' }),
      { viewer: '1', stranger: notAllowed },
      { viewer: notAllowed, operator: 'ok' },
    ],
    [
      'a MAC with another code',
      () => ({ kind: 'backward', mac: bound, connectCode: 'open' }),
      { viewer: '404 InvalidCode' },
      {},
    ],
    [
      'a connect code',
      () => ({ kind: 'connect-code', code: 'mine' }),
      { viewer: '1', demo: notAllowed, stranger: notAllowed },
      { viewer: notAllowed, operator: 'ok' },
    ],
    [
      'a connect code of others',
      () => ({ kind: 'connect-code', code: 'theirs' }),
      { owner: notAllowed, stranger: '2' },
      { owner: notAllowed },
    ],
    ['a connect code that is over', () => ({ kind: 'connect-code', code: 'dead' }), { owner: '404 InvalidCode' }, {}],
    ['a connect code that is none', () => ({ kind: 'connect-code', code: 'none' }), { owner: '404 InvalidCode' }, {}],
    ['an activation code of others', () => ({ kind: 'activation-code', code: 33_333_333 }), { owner: notAllowed }, {}],
    [
      'an activation code that is over',
      () => ({ kind: 'activation-code', code: 44_444_444 }),
      { owner: '404 InvalidActivationCode' },
      {},
    ],
    [
      'an activation code that is none',
      () => ({ kind: 'activation-code', code: 5 }),
      { owner: '404 InvalidActivationCode' },
      {},
    ],
  ]

  for (const [title, connection, reads, writes] of rows) {
    test(title, async () => {
      // Resets the limit on wrong codes, which this test does not cover.
      api.clock.advance(60_000)
      for (const [who, expected] of Object.entries(reads)) {
        assert.equal(verdict(await read(who as Caller, connection())), expected, `${who} reads`)
      }
      for (const [who, expected] of Object.entries(writes)) {
        assert.equal(verdict(await write(who as Caller, connection())), expected, `${who} writes`)
      }
    })
  }

  test('an address that a network has is that network\u2019s, however it is written', async () => {
    const { sql } = api.service.db
    const [net] = await sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${api.orgId}, 'At', 'at', '192.0.2.7', 502, now()) returning id`
    for (const ip of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:C000:207', 'name.example']) {
      const connection = { kind: 'direct', ip, port: 502 }
      assert.equal(verdict(await read('demo', connection)), notAllowed)
      assert.equal(verdict(await read('viewer', connection)), notAllowed)
      assert.match(verdict(await read('operator', connection)), /^[79]$/)
      assert.equal(verdict(await write('viewer', connection)), notAllowed)
      assert.equal(verdict(await write('operator', connection)), 'ok')
      assert.match(verdict(await read('operator', { ...connection, port: 503 })), /^[79]$/)
    }
    const { length } =
      await sql`select 1 from audit where action = 'raw.write-register-group' and object_id = ${`${net?.id}`}`
    assert.equal(length, 4)
    await sql`update net set is_writing_allowed = false where id = ${net?.id ?? 0}`
    const connection = { kind: 'direct', ip: '192.0.2.7', port: 502 }
    assert.match(verdict(await write('owner', connection)), /^Writing is not allowed/)
  })

  test('gateways that wait are known by their key', async () => {
    const withCode = async (code: number | string) =>
      verdict(await read('demo', { kind: typeof code === 'number' ? 'activation-code' : 'connect-code', code }))
    const [a, b, none] = [
      { ...echo(100, calls), key: keyA },
      { ...echo(101, calls), key: keyB },
      { ...echo(102, calls), key: null },
    ]
    waitingGateways = []
    assert.deepEqual([await withCode(11_111_111), await withCode('open')], ['NoConnection', 'NoConnection'])
    waitingGateways = [b]
    assert.deepEqual([await withCode(11_111_111), await withCode(22_222_222)], ['NoConnection', 'NoConnection'])
    assert.equal(await withCode('open'), '101')
    waitingGateways = [b, a, none]
    assert.deepEqual([await withCode(11_111_111), await withCode(22_222_222)], ['100', '102'])
    // Several claim the MAC: the code alone does not tell which is right, unless a key was pinned.
    assert.equal(await withCode('open'), 'NoConnection')
    await api.service.db.sql`update gateway set public_key = ${keyA} where mac = ${waiting}`
    assert.equal(await withCode('open'), '100')
    // The code is the proof: nothing else is needed to write.
    assert.equal(verdict(await write('demo', { kind: 'activation-code', code: 11_111_111 })), 'ok')
    const noted = await api.service.db.sql`
      select org_id as "orgId", account_id as by from audit where object_kind = 'gateway' and object_id = ${waiting}`
    assert.deepEqual(
      Array.from(noted, (row) => ({ ...row })),
      Array.from({ length: 2 }, () => ({ orgId: api.orgId, by: api.accounts.demo })),
    )
  })

  test('refuses every write if the owner does not allow writing', async () => {
    const { sql } = api.service.db
    await sql`update net set is_writing_allowed = false where id = ${ids.net}`
    calls.length = 0
    const err = 'Writing is not allowed in this network: an owner of the organization can allow it.'
    for (const connection of [netId(), { kind: 'connect-code', code: 'mine' }, { kind: 'backward', mac: bound }]) {
      assert.equal(verdict(await write('owner', connection)), err)
      const passwords = { deviceModbusId: 1, passwords: ['1'], connection }
      const { body } = await api.call('owner', 'POST', '/raw/send-controller-passwords/', passwords)
      assert.deepEqual(body, { status: 'error', errorMessage: err })
    }
    assert.deepEqual(calls, [])
    assert.equal(verdict(await read('viewer', netId())), '1')
    await sql`update net set is_writing_allowed = true where id = ${ids.net}`
  })

  test('reads nothing if one of several connections is forbidden', async () => {
    calls.length = 0
    const group = { deviceModbusId: 1, address: 0, kind: 'holding', registersNum: 1 }
    const groups = [
      { ...group, connection: netId() },
      { ...group, connection: { kind: 'net-id', networkId: ids.foreignNet } },
    ]
    assert.equal(verdict(await api.call('owner', 'POST', '/raw/read-multiple-register-group/', groups)), notFound)
    assert.deepEqual(calls, [])
  })

  test('every endpoint that writes asks for it', async () => {
    calls.length = 0
    const settings = { deviceModbusId: 1, sku: '', controllerUnitId: 1, bitRate: 9600, byteFormat: 0 }
    for (const [path, body] of [
      ['send-controller-passwords', { deviceModbusId: 1, passwords: ['1'] }],
      ['write-controller-modbus-settings', settings],
    ] as const) {
      for (const connection of [netId(), { kind: 'direct', ip: '192.0.2.1', port: 502 }]) {
        const answer = await api.call('viewer', 'POST', `/raw/${path}/`, { ...body, connection })
        assert.equal(verdict(answer), notAllowed, path)
      }
    }
    assert.deepEqual(calls, [])
  })
})

test('looking for units needs an operator, whatever leads to them', async (t) => {
  await prepare(await startApi(t))
  waitingGateways = [{ ...echo(100, calls), key: keyA }]
  const connections = [
    netId(),
    { kind: 'direct', ip: '192.0.2.1', port: 502 },
    { kind: 'backward', mac: bound },
    { kind: 'connect-code', code: 'mine' },
    { kind: 'activation-code', code: 11_111_111 },
  ]
  for (const connection of connections) {
    const registers = { connection, unit: 1, kind: 'holding', address: 0, count: 1 }
    for (const [as, path, body, gives] of [
      ['viewer', 'start', { connection }, 401],
      ['viewer', 'identify', { connection, unit: 1 }, 401],
      ['viewer', 'read-registers', registers, 401],
      ['operator', 'read-registers', registers, 200],
    ] as const) {
      assert.equal((await api.call(as, 'POST', `/scan/${path}/`, body)).status, gives, `${path} ${connection.kind}`)
    }
  }
})

test('codes cannot be guessed', async (t) => {
  await prepare(await startApi(t))
  const guess = async (code: number) => verdict(await read('viewer', { kind: 'activation-code', code }))
  for (let code = 0; code < 10; code += 1) assert.equal(await guess(code), '404 InvalidActivationCode')
  assert.equal(await guess(11_111_111), '403 TooManyRequests')
  // Other ways to try the same are counted together.
  const other = await api.call('viewer', 'GET', '/connect-code/mine/')
  assert.equal(verdict(other), '403 TooManyRequests')
})
