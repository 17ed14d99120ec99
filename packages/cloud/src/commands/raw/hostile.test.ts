import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { ownAddresses, scriptedGateway, startRaw } from './testing/raw-field.ts'

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** Replaces bytes of a valid response. */
const spoilt = (at: number, bytes: string) => (request: Buffer) => {
  const answer = ownAddresses(request)
  unhex(bytes).copy(answer, at)
  return answer
}
const group = { deviceModbusId: 1, address: 7, kind: 'holding', registersNum: 2 }
const closed = { err: 'holding 7 of unit 1: NoConnection' }
const late = { err: 'holding 7 of unit 1: Timeout' }

interface Row {
  says: string
  answer: (request: Buffer) => Buffer
  gives: object
}

const rows: Row[] = [
  { says: 'what it should', answer: ownAddresses, gives: { ok: [7, 8] } },
  { says: 'another transaction', answer: spoilt(0, '77 77'), gives: closed },
  { says: 'another protocol', answer: spoilt(2, '00 01'), gives: closed },
  { says: 'another unit', answer: spoilt(6, '02'), gives: closed },
  { says: 'another function', answer: spoilt(7, '04'), gives: closed },
  { says: 'fewer registers', answer: (ask) => ownAddresses(spoiltCount(ask, 1)), gives: closed },
  { says: 'more registers', answer: (ask) => ownAddresses(spoiltCount(ask, 3)), gives: closed },
  { says: 'a count that its bytes do not have', answer: spoilt(8, '02'), gives: closed },
  { says: 'a length that is too large', answer: spoilt(4, 'ff ff'), gives: closed },
  { says: 'an exception of another function', answer: () => unhex('0001 0000 0003 01 84 02'), gives: closed },
  {
    says: 'an exception',
    answer: () => unhex('0001 0000 0003 01 83 0a'),
    gives: { err: 'holding 7 of unit 1: GatewayPathUnavailable' },
  },
  {
    says: 'an exception that nobody knows',
    answer: () => unhex('0001 0000 0003 01 83 63'),
    gives: { err: 'holding 7 of unit 1: Exception99' },
  },
  { says: 'a page of HTML', answer: () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), gives: closed },
]

const spoiltCount = (request: Buffer, count: number): Buffer => {
  const other = Buffer.from(request)
  other.writeUInt16BE(count, 10)
  return other
}

test('a gateway that says', async (t) => {
  const { post } = await startRaw(t)
  for (const { says, answer, gives } of rows) {
    await t.test(says, async (row) => {
      const { connection } = await scriptedGateway(row, (request, socket) => void socket.write(answer(request)))
      assert.deepEqual((await post('/raw/read-register-group/', { ...group, connection })).body, gives)
    })
  }
})

test('another answer behind a good one: the first is taken, and the connection is not used again', async (t) => {
  const { post } = await startRaw(t)
  const { connection, seen } = await scriptedGateway(t, (request, socket) => {
    const answer = ownAddresses(request)
    const other = Buffer.from(answer)
    other[other.length - 1] = 99
    socket.write(seen.connections === 1 ? Buffer.concat([answer, other]) : answer)
  })
  const read = async (address: number) =>
    (await post('/raw/read-register-group/', { ...group, address, connection })).body
  assert.deepEqual(await read(7), { ok: [7, 8] })
  assert.deepEqual(await read(9), { ok: [9, 10] })
  assert.equal(seen.connections, 2)
})

test('silence and drips end at the timeout', async (t) => {
  const { post, clock } = await startRaw(t)
  for (const drip of ['', '00', '00 01 00 00 00 07 01 03 04']) {
    const { connection } = await scriptedGateway(t, (_, socket) => {
      socket.write(unhex(drip))
      clock.advance(3000)
    })
    assert.deepEqual((await post('/raw/read-register-group/', { ...group, connection })).body, late, drip)
  }
})

test('a flood ends the connection', async (t) => {
  const { post } = await startRaw(t)
  const flood = (socket: Socket): void => {
    while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x55)));
    socket.once('drain', () => flood(socket))
  }
  const { connection } = await scriptedGateway(t, (_, socket) => flood(socket))
  assert.deepEqual((await post('/raw/read-register-group/', { ...group, connection })).body, closed)
})

test('handles a peer that closes the connection and one that sends before it is asked', async (t) => {
  const { post } = await startRaw(t)
  const hangsUp = await scriptedGateway(t, (_, socket) => void socket.destroy())
  const { body } = await post('/raw/read-register-group/', { ...group, connection: hangsUp.connection })
  assert.deepEqual(body, closed)
  const status = await post('/raw/check-connection/', { deviceModbusId: 1, connection: hangsUp.connection })
  assert.deepEqual(status.body, { status: { readingFailure: 'holding 0 of unit 1: NoConnection' } })
  const greeting = unhex('7777 0000 0007 01 03 04 dead beef')
  const speaksFirst = await scriptedGateway(t, () => {}, greeting)
  const answer = await post('/raw/read-register-group/', { ...group, connection: speaksFirst.connection })
  assert.match(JSON.stringify(answer.body), /^{"err":".*NoConnection"}$/)
})

test('sends a write once and reports an unknown outcome as unclear', async (t) => {
  const { post, clock, addNet, api } = await startRaw(t)
  const auditCounts: number[] = []
  const silent = await scriptedGateway(t, () => {
    // It stands in the record before it leaves.
    void api.service.db.sql`select 1 from audit`.then(({ length }) => {
      auditCounts.push(length)
      clock.advance(3000)
    })
  })
  const networkId = await addNet(silent.port)
  const write = { deviceModbusId: 1, address: 5, kind: 'holding', values: [1, 2], writeFunction: 'always-6' }
  const connection = { kind: 'net-id', networkId }
  const { body } = await post('/raw/write-register-group/', { ...write, connection })
  assert.deepEqual(body, { err: 'unclear: holding 5 of unit 1: Timeout' })
  assert.deepEqual(auditCounts, [1])
  assert.equal(silent.seen.requests, 1)
  const records = await api.service.db.sql<{ action: string; after: { command: string } }[]>`
    select action, after from audit order by id`
  const command = records[0]?.after.command
  const intent = { unit: 1, address: 5, kind: 'holding', values: [1, 2], writeFunction: 'always-6', command }
  assert.deepEqual(
    records.map(({ action, after }) => [action, after]),
    [
      ['raw.write-register-group', intent],
      ['raw.write-register-group-outcome', { command, outcome: 'unclear: holding 5 of unit 1: Timeout' }],
    ],
  )

  const wrongEcho = await scriptedGateway(t, (request, socket) => {
    const echo = Buffer.from(request)
    echo.writeUInt16BE(9, 8)
    socket.write(echo)
  })
  const hangsUp = await scriptedGateway(t, (_request, socket) => void socket.destroy())
  for (const { connection: way, seen } of [wrongEcho, hangsUp]) {
    const answer = await post('/raw/write-register-group/', { ...write, connection: way })
    assert.deepEqual(answer.body, { err: 'unclear: holding 5 of unit 1: NoConnection' })
    assert.equal(seen.requests, 1)
  }
})

test('with-timeout: unfinished reads are Timeout, and the others are returned', async (t) => {
  const { post, clock, addNet } = await startRaw(t)
  const silence = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const silent = await scriptedGateway(t, () => silence.resolve())
  const good = await scriptedGateway(t, (request, socket) => {
    socket.write(ownAddresses(request))
    if (request.readUInt16BE(8) === 9) answered.resolve()
  })
  const networkId = await addNet(good.port)
  const requests = [
    { ...group, connection: silent.connection },
    { ...group, connection: { kind: 'net-id', networkId } },
    { ...group, address: 9, connection: { kind: 'net-id', networkId } },
    { ...group, address: 20, connection: silent.connection },
  ]
  const response = post('/raw/read-multiple-register-groups/with-timeout/', { timeoutMs: 500, requests })
  await Promise.all([silence.promise, answered.promise])
  // After another round trip, all earlier responses have arrived.
  await post('/raw/read-register-group/', { ...group, connection: { kind: 'net-id', networkId } })
  clock.advance(500)
  const results = ((await response).body as { result: object }[]).map(({ result }) => result)
  assert.deepEqual(results, [{ err: 'Timeout' }, { ok: [7, 8] }, { ok: [9, 10] }, { err: 'Timeout' }])
  // Requests that are not sent by now are never sent.
  clock.advance(3000)
  const { body } = await post('/raw/check-connection/', { deviceModbusId: 1, connection: good.connection })
  assert.deepEqual(body, { status: { connected: { unitId: 1, version: 1, deviceIdentificationMarker: 0 } } })
  assert.equal(silent.seen.requests, 1)
})

test('a connection that does not come up in time is none', async (t) => {
  const resolving = Promise.withResolvers<void>()
  const never = new Promise<readonly string[]>(() => {})
  const resolve = (): Promise<readonly string[]> => {
    resolving.resolve()
    return never
  }
  const { post, clock } = await startRaw(t, { resolve })
  const response = post('/raw/check-connection/', {
    deviceModbusId: 1,
    connection: { kind: 'direct', ip: 'slow.example', port: 502 },
  })
  await resolving.promise
  clock.advance(5000)
  assert.deepEqual((await response).body, { status: 'NoConnection' })
})

test('connections are kept for a while, each for its caller alone', async (t) => {
  const { post, clock, shortLinks } = await startRaw(t)
  const sockets: Socket[] = []
  const { connection, seen } = await scriptedGateway(t, (request, socket) => {
    if (!sockets.includes(socket)) sockets.push(socket)
    socket.write(ownAddresses(request))
  })
  const read = (as: 'operator' | 'manager') => post('/raw/read-register-group/', { ...group, connection }, as)
  await read('operator')
  await read('operator')
  assert.equal(seen.connections, 1)
  await read('manager')
  assert.equal(seen.connections, 2)
  clock.advance(9999)
  await read('operator')
  assert.equal(seen.connections, 2)
  const [first] = sockets
  assert.ok(first)
  const ended = once(first, 'close')
  clock.advance(10_000)
  await ended
  assert.equal(shortLinks.size, 0)
  await read('operator')
  assert.equal(seen.connections, 3)
})

test('more addresses in one request than a caller may have connections', async (t) => {
  const { post, shortLinks } = await startRaw(t)
  const gateways = await Promise.all(
    Array.from({ length: 9 }, () => scriptedGateway(t, (request, socket) => void socket.write(ownAddresses(request)))),
  )
  const groups = gateways.map(({ connection }, i) => ({ ...group, address: i, connection }))
  const { body } = await post('/raw/read-multiple-register-group/', groups)
  assert.deepEqual(
    (body as { result: object }[]).map(({ result }) => result),
    groups.map(({ address }) => ({ ok: [address, address + 1] })),
  )
  assert.ok(shortLinks.size <= 4)
})

test('does not connect after the deadline', async (t) => {
  const { post, clock } = await startRaw(t)
  const silent = await Promise.all(
    Array.from({ length: 6 }, () =>
      scriptedGateway(t, () => {
        if (silent.reduce((sum, { seen }) => sum + seen.requests, 0) === 4) clock.advance(500)
      }),
    ),
  )
  const requests = silent.map(({ connection }) => ({ ...group, connection }))
  const response = await post('/raw/read-multiple-register-groups/with-timeout/', { timeoutMs: 500, requests })
  assert.deepEqual(
    (response.body as { result: object }[]).map(({ result }) => result),
    requests.map(() => ({ err: 'Timeout' })),
  )
  // After another round trip, a connection to the peer would have arrived.
  const good = await scriptedGateway(t, (request, socket) => void socket.write(ownAddresses(request)))
  await post('/raw/read-register-group/', { ...group, connection: good.connection }, 'viewer')
  assert.equal(
    silent.reduce((sum, { seen }) => sum + seen.connections, 0),
    4,
  )
})

test('whatever is asked for, nothing but Modbus frames is sent', async (t) => {
  const { post } = await startRaw(t)
  const { connection, seen } = await scriptedGateway(t, (request, socket) => {
    socket.write(Buffer.from([...request.subarray(0, 4), 0, 3, request[6] ?? 0, (request[7] ?? 0) | 0x80, 5]))
  })
  const words = Array.from(Buffer.from('\r\nFLUSHALL\r\n'), (byte) => byte)
  const unit = { deviceModbusId: 1, connection }
  for (const [path, body] of [
    ['check-connection', unit],
    ['read-register-group', { ...group, connection }],
    ['write-register-group', { ...unit, address: 0x0d0a, kind: 'holding', values: words }],
    ['write-register-group', { ...unit, address: 0, kind: 'coil', values: [1, 0, 1] }],
    ['send-controller-passwords', { ...unit, passwords: ['GET / HTTP/1.1', ''] }],
    ['read-controller-modbus-settings', { ...unit, sku: '' }],
    ['write-controller-modbus-settings', { ...unit, sku: '', controllerUnitId: 10, bitRate: 9600, byteFormat: 0 }],
  ] as const) {
    const { status } = await post(`/raw/${path}/`, body)
    assert.equal(status, 200, path)
  }
  const bytes = Buffer.concat(seen.bytes)
  let at = 0
  for (; at + 8 <= bytes.length; at += 6 + bytes.readUInt16BE(at + 4)) {
    assert.equal(bytes.readUInt16BE(at + 2), 0)
    assert.ok([1, 2, 3, 4, 5, 6, 15, 16].includes(bytes[at + 7] ?? 0))
  }
  assert.ok(at > 0)
  assert.equal(at, bytes.length)
})
