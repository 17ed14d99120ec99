import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePlant, startRaw } from './testing/raw-field.ts'

test('a controller: settings and passwords', async (t) => {
  const { post, addNet, api } = await startRaw(t)
  const { words, connection, port } = await servePlant(t)
  const other = await servePlant(t)
  const network = { kind: 'net-id', networkId: await addNet(other.port) }
  const at = (unit: number, via: object = connection) => ({ deviceModbusId: unit, sku: 'controller', connection: via })
  const read = async (unit = 1) => (await post('/raw/read-controller-modbus-settings/', at(unit))).body
  const send = async (passwords: string[], via: object = connection, unit = 1) =>
    (await post('/raw/send-controller-passwords/', { ...at(unit, via), passwords })).body
  const write = async (settings: object, via: object = connection) =>
    (await post('/raw/write-controller-modbus-settings/', { ...at(1, via), ...settings })).body
  const fresh = { controllerUnitId: 1, bitRate: 9600, byteFormat: 4 }
  const changed = { controllerUnitId: 20, bitRate: 115_200, byteFormat: 0 }
  const asWords = (): number[] => words(1, 457, 5)

  await t.test('settings are read', async () => {
    assert.deepEqual(asWords(), [1, 0, 9600, 0, 4])
    assert.deepEqual(await read(), { status: 'ok', ...fresh })
    assert.deepEqual(await read(99), {
      status: 'error',
      errorMessage: 'holding 457 of unit 99: GatewayTargetDeviceFailedToRespond',
    })
    const pump = await read(30)
    assert.deepEqual(pump, { status: 'error', errorMessage: 'holding 457 of unit 30: IllegalDataAddress' })
  })

  await t.test('they are written with the password alone', async () => {
    const denied = { status: 'error', errorMessage: 'holding 461 of unit 1: IllegalFunction' }
    assert.deepEqual(await write(changed), denied)
    assert.deepEqual(await send(['wrong', '1235']), { status: 'ok' })
    assert.deepEqual(await write(changed), denied)
    assert.deepEqual(await send(['wrong', '1234']), { status: 'ok' })
    assert.deepEqual(await write(changed), { status: 'ok' })
    // 115,200 is 0x1c200.
    assert.deepEqual(asWords(), [20, 1, 0xc200, 0, 0])
    assert.deepEqual(await read(), { status: 'ok', ...changed })
  })

  await t.test('they were saved: a restart brings them back, and takes the rights', async () => {
    const command = { ...at(1), address: 120, kind: 'holding', values: [1] }
    assert.deepEqual((await post('/raw/write-register-group/', command)).body, { ok: { written: 1 } })
    assert.deepEqual(asWords(), [20, 1, 0xc200, 0, 0])
    assert.deepEqual(await write(fresh), { status: 'error', errorMessage: 'holding 461 of unit 1: IllegalFunction' })
  })

  await t.test('the empty password drops the rights', async () => {
    assert.deepEqual(await send(['1234']), { status: 'ok' })
    assert.deepEqual(await send(['']), { status: 'ok' })
    assert.deepEqual(await write(fresh), { status: 'error', errorMessage: 'holding 461 of unit 1: IllegalFunction' })
  })

  await t.test('the longest password fills its registers', async () => {
    assert.deepEqual(await send(['x'.repeat(19)]), { status: 'ok' })
  })

  await t.test('reports a refused password without revealing it', async () => {
    assert.deepEqual(await send(['sesame'], connection, 99), {
      status: 'error',
      errorMessage: 'password 1 of 1: unclear: holding 100 of unit 99: GatewayTargetDeviceFailedToRespond',
    })
    const nobody = { kind: 'direct', ip: '127.0.0.1', port: 1 }
    assert.deepEqual(await send(['sesame'], nobody), {
      status: 'error',
      errorMessage: 'password 1 of 1: NoConnection',
    })
  })

  await t.test('through a network it all stands in the record, without passwords', async () => {
    assert.deepEqual(await send(['1234'], network), { status: 'ok' })
    assert.deepEqual(await write(changed, network), { status: 'ok' })
    assert.deepEqual(other.words(1, 457, 5), [20, 1, 0xc200, 0, 0])
    const rows = await api.service.db.sql<{ action: string; after: { command: string } }[]>`
      select action, after from audit where org_id = ${api.orgId} and object_kind = 'net' order by id`
    const [first, , second] = rows.map(({ after }) => after.command)
    assert.deepEqual(
      rows.map(({ action, after }) => [action, after]),
      [
        ['raw.send-controller-passwords', { unit: 1, count: 1, command: first }],
        ['raw.send-controller-passwords-outcome', { command: first, outcome: 'done' }],
        ['raw.write-controller-modbus-settings', { unit: 1, ...changed, command: second }],
        ['raw.write-controller-modbus-settings-outcome', { command: second, outcome: 'done' }],
      ],
    )
    const all = JSON.stringify(await api.service.db.sql`select before, after from audit`)
    assert.doesNotMatch(all, /"1234|sesame/)
  })

  await t.test("at an address without an owner, the caller's organization has the audit record", async () => {
    const rows = await api.service.db.sql<
      { action: string; at: string; by: number; after: { command: string; outcome?: string } }[]
    >`
      select action, object_id as at, account_id as by, after from audit
      where org_id = ${api.orgId} and object_kind = 'address' order by id`
    const here = `127.0.0.1:${port}`
    const command = rows[0]?.after.command
    assert.ok(rows.every(({ by }) => by === api.accounts.operator))
    assert.deepEqual(
      rows.slice(0, 2).map((row) => [row.action, row.at, row.after]),
      [
        ['raw.write-controller-modbus-settings', here, { unit: 1, ...changed, command }],
        [
          'raw.write-controller-modbus-settings-outcome',
          here,
          { command, outcome: 'holding 461 of unit 1: IllegalFunction' },
        ],
      ],
    )
    const [gone] = rows.filter((row) => row.at === '127.0.0.1:1' && row.action.endsWith('-outcome'))
    assert.equal(gone?.after.outcome, 'password 1 of 1: NoConnection')
  })
})
