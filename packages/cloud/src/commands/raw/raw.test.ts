import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedGateway, servePlant, startRaw } from './testing/raw-field.ts'

test('raw requests and the simulated plant', async (t) => {
  const { post, addNet, api } = await startRaw(t)
  const { plant, port, words, connection } = await servePlant(t)
  const netId = await addNet(port)
  const network = { kind: 'net-id', networkId: netId }
  const nobody = { kind: 'direct', ip: '127.0.0.1', port: 1 }

  const disabledNet = async (): Promise<number> => {
    const [row] = await api.service.db.sql<{ id: number }[]>`
      insert into net (org_id, name, slug, ip, port, created_on)
      values (${api.orgId}, 'Off', 'off', '127.0.0.1', ${port}, now()) returning id`
    return row?.id ?? 0
  }

  await t.test('check-connection: connected, no answer, no connection', async () => {
    assert.deepEqual(words(1, 0, 2)[0], 221)
    const [, version] = words(1, 0, 2)
    for (const via of [connection, network]) {
      const { body } = await post('/raw/check-connection/', { deviceModbusId: 1, connection: via, sku: 'controller' })
      assert.deepEqual(body, { status: { connected: { unitId: 1, version, deviceIdentificationMarker: 221 } } })
    }
    const absent = await post('/raw/check-connection/', { deviceModbusId: 99, connection })
    const why = 'holding 0 of unit 99: GatewayTargetDeviceFailedToRespond'
    assert.deepEqual(absent.body, { status: { readingFailure: why } })
    const gone = await post('/raw/check-connection/', { deviceModbusId: 1, connection: nobody })
    assert.deepEqual(gone.body, { status: 'NoConnection' })
    const { body: disabled } = await post('/raw/check-connection/', {
      deviceModbusId: 1,
      connection: { kind: 'net-id', networkId: await disabledNet() },
    })
    assert.deepEqual(disabled, { status: 'NoConnection' })
  })

  await t.test('read-register-group', async () => {
    const read = async (overrides: object) =>
      (await post('/raw/read-register-group/', { deviceModbusId: 1, kind: 'holding', connection, ...overrides })).body
    assert.deepEqual(await read({ address: 457, registersNum: 5 }), { ok: [1, 0, 9600, 0, 4] })
    assert.deepEqual(await read({ address: 999, registersNum: 2 }), {
      err: 'holding 999 of unit 1: IllegalDataAddress',
    })
    const relay = plant.site('plant').device(11)?.read('coil', 0, 1)
    assert.ok(typeof relay === 'object')
    assert.deepEqual(await read({ deviceModbusId: 11, kind: 'coil', address: 0, registersNum: 1 }), {
      ok: Array.from(relay),
    })
    assert.deepEqual(await read({ deviceModbusId: 11, kind: 'discrete-input', address: 7, registersNum: 1 }), {
      err: 'discrete-input 7 of unit 11: IllegalDataAddress',
    })
    const input = plant.site('plant').device(11)?.read('input', 0, 2)
    assert.ok(typeof input === 'object')
    assert.deepEqual(await read({ deviceModbusId: 11, kind: 'input', address: 0, registersNum: 2 }), {
      ok: Array.from(input),
    })
    assert.deepEqual(await read({ address: 0, registersNum: 1, connection: nobody }), { err: 'NoConnection' })
  })

  await t.test('request: any function, an exception is an answer', async () => {
    const send = async (pdu: string, overrides: object = {}) =>
      (await post('/raw/request/', { deviceModbusId: 1, pdu, connection: network, ...overrides })).body as object
    const pduOf = (answer: object): unknown => ('pdu' in answer ? answer.pdu : answer)
    assert.equal(pduOf(await send('0301c90005')), '030a00010000258000000004')
    assert.equal(pduOf(await send('0303e70002')), '8302')
    assert.equal(pduOf(await send('0601f40007', { connection })), '0601f40007')
    assert.deepEqual(await send('0301c90005', { connection: nobody }), { err: 'NoConnection' })
    const [noted] = await api.service.db.sql<{ after: { pdu?: string } }[]>`
      select after from audit where action like 'raw.request%' order by id desc limit 1`
    assert.ok(noted)
  })

  await t.test('several groups, over several connections', async () => {
    const group = { deviceModbusId: 1, address: 457, kind: 'holding', registersNum: 1, connection }
    const groups = [
      group,
      { ...group, deviceModbusId: 99 },
      { ...group, connection: nobody },
      { ...group, address: 458, registersNum: 2, connection: network },
    ]
    const results = [
      { deviceModbusId: 1, address: 457, registersNum: 1, result: { ok: [1] } },
      {
        deviceModbusId: 99,
        address: 457,
        registersNum: 1,
        result: { err: 'holding 457 of unit 99: GatewayTargetDeviceFailedToRespond' },
      },
      { deviceModbusId: 1, address: 457, registersNum: 1, result: { err: 'NoConnection' } },
      { deviceModbusId: 1, address: 458, registersNum: 2, result: { ok: [0, 9600] } },
    ]
    assert.deepEqual((await post('/raw/read-multiple-register-group/', groups)).body, results)
    const timed = { timeoutMs: 60_000, requests: groups }
    assert.deepEqual((await post('/raw/read-multiple-register-groups/with-timeout/', timed)).body, results)
  })

  await t.test('write-register-group', async () => {
    const write = async (overrides: object) =>
      (
        await post('/raw/write-register-group/', {
          deviceModbusId: 1,
          kind: 'holding',
          address: 500,
          connection,
          ...overrides,
        })
      ).body
    assert.deepEqual(await write({ values: [7] }), { ok: { written: 1 } })
    assert.deepEqual(await write({ address: 501, values: [8, 65_535] }), { ok: { written: 2 } })
    assert.deepEqual(words(1, 500, 3), [7, 8, 65_535])
    assert.deepEqual(await write({ address: 510, values: [1, 2, 3], writeFunction: 'always-6' }), {
      ok: { written: 3 },
    })
    assert.deepEqual(await write({ address: 513, values: [4], writeFunction: 'always-16' }), { ok: { written: 1 } })
    assert.deepEqual(words(1, 510, 4), [1, 2, 3, 4])
    // It is refused, and said so; the registers before it are written one by one.
    assert.deepEqual(await write({ address: 457, values: [9] }), { err: 'holding 457 of unit 1: IllegalFunction' })
    assert.deepEqual(await write({ address: 998, values: [5, 6, 7], writeFunction: 'always-6' }), {
      err: 'holding 1000 of unit 1: IllegalDataAddress; 2 of 3 values were written before it',
    })
    assert.deepEqual(words(1, 998, 2), [5, 6])
    assert.deepEqual(await write({ values: [1], connection: nobody }), { err: 'NoConnection' })
    assert.deepEqual(await write({ deviceModbusId: 99, values: [1] }), {
      err: 'unclear: holding 500 of unit 99: GatewayTargetDeviceFailedToRespond',
    })
  })

  await t.test('check-device-read', async () => {
    const templates = await api.service.db.sql<{ id: number; sku: string }[]>`
      insert into template (org_id, name, manufacturer, version, skus, read_group_size, write_function, param_templates)
      values (${api.orgId}, 'Fits', 'x', '1', '{}', 20, 'normal', ${api.service.db.sql.json([
        {
          name: { en: 'Mode' },
          address: 2,
          registerKind: 'holding',
          valueType: 'enum',
          isTracked: true,
          isProgrammable: false,
        },
        {
          name: { en: 'Sunset' },
          address: 10,
          registerKind: 'holding',
          valueType: 's32',
          isTracked: true,
          isProgrammable: false,
        },
        {
          name: { en: 'Relay' },
          address: 0,
          registerKind: 'coil',
          valueType: 'bit',
          isTracked: true,
          isProgrammable: false,
        },
        {
          name: { en: 'Not tracked' },
          address: 9999,
          registerKind: 'holding',
          valueType: 'u16',
          isTracked: false,
          isProgrammable: false,
        },
      ])}),
      (${api.orgId}, 'Does not', 'x', '1', '{}', 20, 'normal', ${api.service.db.sql.json([
        {
          name: { en: 'Mode' },
          address: 2,
          registerKind: 'holding',
          valueType: 'enum',
          isTracked: true,
          isProgrammable: false,
        },
        {
          name: { en: 'Missing' },
          address: 60,
          registerKind: 'holding',
          valueType: 'u16',
          isTracked: true,
          isProgrammable: false,
        },
      ])})
      returning id, name as sku`
    const [fits, doesNot] = templates.map(({ id }) => id)
    const check = async (
      templateId: number | undefined,
      overrides: object = {},
      as: 'operator' | 'stranger' = 'operator',
    ) => post('/raw/check-device-read/', { deviceModbusId: 11, templateId, connection, ...overrides }, as)
    assert.deepEqual((await check(fits)).body, { status: 'ok' })
    // The unit returns its registers but refuses the gap between them.
    plant.faults.set('plant/11', 'illegal-range', { from: 4, till: 7 })
    assert.deepEqual((await check(fits)).body, { status: 'ok' })
    plant.faults.clear('plant/11')
    assert.deepEqual((await check(doesNot)).body, {
      status: 'error',
      errorMessage: 'holding 60 of unit 11: IllegalDataAddress (Missing)',
    })
    assert.deepEqual((await check(fits, { deviceModbusId: 99 })).body, {
      status: 'error',
      errorMessage: 'holding 2 of unit 99: GatewayTargetDeviceFailedToRespond (Mode and 1 more)',
    })
    assert.deepEqual((await check(fits, { connection: nobody })).body, {
      status: 'error',
      errorMessage: 'NoConnection: the device cannot be reached',
    })
    assert.equal((await check(fits, {}, 'stranger')).status, 404)
    assert.equal((await check(999_999)).status, 404)
  })
})

test('limits of requests', async (t) => {
  const { post } = await startRaw(t)
  const { connection, seen } = await scriptedGateway(t, () => {})
  const group = { deviceModbusId: 1, address: 0, kind: 'holding', registersNum: 1, connection }
  const write = { deviceModbusId: 1, address: 0, kind: 'holding', values: [1], connection }
  const events = { deviceModbusId: 1, sku: 'em130', numberOfEvents: 1, startWithFirst: true, connection }
  const zeros = (length: number): number[] => Array.from({ length }, () => 0)
  const passwords = { deviceModbusId: 1, passwords: ['1'], connection }
  const settings = { deviceModbusId: 1, sku: '', controllerUnitId: 1, bitRate: 9600, byteFormat: 0, connection }
  const rows: [path: string, body: unknown, names: string][] = [
    ['raw/read-register-group', { ...group, deviceModbusId: 0 }, 'deviceModbusId'],
    ['raw/read-register-group', { ...group, deviceModbusId: 256 }, 'deviceModbusId'],
    ['raw/read-register-group', { ...group, registersNum: 0 }, 'registersNum'],
    ['raw/read-register-group', { ...group, registersNum: 126 }, 'registersNum'],
    ['raw/read-register-group', { ...group, kind: 'coil', registersNum: 2001 }, 'registersNum'],
    ['raw/read-register-group', { ...group, address: 65_535, registersNum: 2 }, 'registersNum'],
    ['raw/read-register-group', { ...group, address: 65_536 }, 'address'],
    ['raw/read-register-group', { ...group, kind: 'holdings' }, 'kind'],
    ['raw/read-register-group', { ...group, connection: { kind: 'serial' } }, 'connection'],
    ['raw/read-register-group', { ...group, connection: { kind: 'direct', ip: 'a b', port: 1 } }, 'ip'],
    ['raw/read-register-group', { ...group, connection: { kind: 'direct', ip: 'fe80::1%lo', port: 1 } }, 'ip'],
    ['raw/read-register-group', { ...group, connection: { ...connection, port: 0 } }, 'port'],
    ['raw/read-register-group', { ...group, connection: { kind: 'backward', mac: 'x' } }, 'mac'],
    ['raw/read-multiple-register-group', [], 'body'],
    ['raw/read-multiple-register-group', zeros(101).map(() => group), 'body'],
    ['raw/read-multiple-register-groups/with-timeout', { timeoutMs: 0, requests: [group] }, 'timeoutMs'],
    ['raw/read-multiple-register-groups/with-timeout', { timeoutMs: 60_001, requests: [group] }, 'timeoutMs'],
    ['raw/write-register-group', { ...write, values: [] }, 'values'],
    ['raw/write-register-group', { ...write, values: zeros(124) }, 'values'],
    ['raw/write-register-group', { ...write, values: [65_536] }, 'values'],
    ['raw/write-register-group', { ...write, values: [-1] }, 'values'],
    ['raw/write-register-group', { ...write, kind: 'coil', values: zeros(1969) }, 'values'],
    ['raw/write-register-group', { ...write, kind: 'coil', values: [2] }, 'values'],
    ['raw/write-register-group', { ...write, values: [true] }, 'values'],
    ['raw/write-register-group', { ...write, kind: 'coil', values: ['true'] }, 'values'],
    ['raw/write-register-group', { ...write, kind: 'input' }, 'kind'],
    ['raw/write-register-group', { ...write, address: 65_535, values: [1, 2] }, 'values'],
    ['raw/send-controller-passwords', { ...passwords, passwords: ['x'.repeat(20)] }, 'passwords'],
    ['raw/send-controller-passwords', { ...passwords, passwords: ['ż'] }, 'passwords'],
    ['raw/send-controller-passwords', { ...passwords, passwords: [] }, 'passwords'],
    ['raw/write-controller-modbus-settings', { ...settings, byteFormat: 6 }, 'byteFormat'],
    ['raw/write-controller-modbus-settings', { ...settings, bitRate: 74 }, 'bitRate'],
    ['raw/write-controller-modbus-settings', { ...settings, controllerUnitId: 0 }, 'controllerUnitId'],
    ['em130/read/events', { ...events, numberOfEvents: 11 }, 'numberOfEvents'],
    ['em130/read/events', { ...events, sku: 'em131' }, 'sku'],
  ]
  for (const [path, body, names] of rows) {
    const answer = await post(`/${path}/`, body)
    const { errorCode, errorMessage } = answer.body as { errorCode: string; errorMessage: string }
    assert.equal(`${answer.status} ${errorCode}`, '400 IncorrectRequest', `${path} ${names}`)
    assert.match(errorMessage, new RegExp(names), errorMessage)
  }
  assert.equal(seen.connections, 0)
})
