import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RegisterKind, registerKinds } from '../src/index.ts'
import { dial } from '../src/net/index.ts'
import { plain } from '../src/pdu/testing/plain.ts'
import { libmodbusAsks, withLibmodbusServer } from './libmodbus.ts'
import { illegal, inputWord, list, rows } from './libmodbus-rows.ts'
import { type MbpollResult, mbpoll } from './mbpoll.ts'
import { shows, words, writes } from './mbpoll-rows.ts'
import { tableSize, withOurServer } from './our-server.ts'
import { without } from './setup.ts'

const unit = 1
const typeOf: Record<RegisterKind, string> = { coil: '0', 'discrete-input': '1', input: '3', holding: '4' }

test('mbpoll reads every table of our server', { skip: without.mbpoll }, () =>
  withOurServer(async ({ port, banks }) => {
    for (const [of, bank] of banks) {
      for (const kind of registerKinds) {
        const read = (...args: string[]): Promise<MbpollResult> =>
          mbpoll('-p', `${port}`, '-a', `${of}`, '-t', typeOf[kind], ...args, '127.0.0.1')
        const expected = (start: number, count: number, reference: number): MbpollResult => ({
          values: Object.fromEntries(
            list(count, (i) => bank[kind][start + i] ?? -1).map((v, i) => [reference + i, `${v}`]),
          ),
        })
        assert.deepEqual(await read('-c', '125'), expected(0, 125, 1))
        assert.deepEqual(await read('-r', `${tableSize}`), expected(tableSize - 1, 1, tableSize))
        assert.deepEqual(await read('-0', '-r', '0', '-c', '9'), expected(0, 9, 0))
        assert.deepEqual(await read('-r', `${tableSize}`, '-c', '2'), { err: 'Illegal data address' })
      }
    }
  }),
)

test('mbpoll reads hex, 32-bit integers and floats', { skip: without.mbpoll }, () =>
  withOurServer(async ({ port, banks }) => {
    for (const kind of ['input', 'holding'] as const) {
      banks.get(unit)?.[kind].set(words)
      for (const [type, args, values] of shows) {
        const answer = await mbpoll('-p', `${port}`, '-t', `${typeOf[kind]}${type}`, ...args, '127.0.0.1')
        assert.deepEqual(answer, { values })
      }
    }
  }),
)

test('mbpoll writes one and many', { skip: without.mbpoll }, () =>
  withOurServer(async ({ port, banks, requestedFunctions }) => {
    for (const kind of ['holding', 'coil'] as const) {
      const table = banks.get(unit)?.[kind].fill(0)
      for (const [type, args, values, fn, printed, after] of writes[kind]) {
        const to = ['-p', `${port}`, '-t', `${typeOf[kind]}${type}`, ...args, '127.0.0.1']
        assert.deepEqual(await mbpoll(...to, '--', ...values), printed)
        assert.equal(requestedFunctions.at(-1), fn)
        assert.deepEqual(Array.from(table?.subarray(9, 13) ?? []), after)
      }
    }
  }),
)

test('mbpoll receives an exception for a unit that does not exist', { skip: without.mbpoll }, () =>
  withOurServer(async ({ port }) => {
    const answer = await mbpoll('-p', `${port}`, '-a', '3', '127.0.0.1')
    assert.deepEqual(answer, { err: 'Target device failed to respond' })
  }),
)

test('libmodbus masks and exchanges registers of our server, and asks who it is', { skip: without.libmodbus }, () =>
  withOurServer(async ({ port, banks }) => {
    banks.get(255)?.holding.set([0x12, 0, 0, 0, 0, 0x0900, 0, 0, 0, 0x0e00, 0, 0, 0, 0, 0, 0, 0, 0, 0], 4)
    assert.deepEqual(await libmodbusAsks(port, 255), [
      'mask ok',
      // (12 and f2) or (25 and not f2): the standard's own example.
      'masked 0017',
      'mask outside Illegal data address',
      'exchange 0900 1111 2222 3333 0e00',
      'exchange, writing outside Illegal data address',
      'exchange, reading outside Illegal data address',
      'nothing written 0000 0000 0000',
      'the most 125',
      'id 1 255 Busbar unit 255',
    ])
  }),
)

test('libmodbus answers our client, function by function', { skip: without.libmodbus }, () =>
  withLibmodbusServer(async (port) => {
    const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp' })
    for (const [request, answer] of rows) assert.deepEqual(plain(await client.ask(unit, request)), answer)
    client.close()
  }),
)

test('libmodbus tells our client who it is', { skip: without.libmodbus }, () =>
  withLibmodbusServer(async (port) => {
    const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp' })
    const answer = await client.ask(unit, { fn: 17 })
    assert.ok('ok' in answer)
    const [id, running, ...name] = answer.ok.data
    assert.deepEqual([id, running], [180, 0xff])
    assert.match(Buffer.from(name).toString(), /^LMB3\./)
    client.close()
  }),
)

test('libmodbus answers 2,000 requests, 16 at once, each with its own', { skip: without.libmodbus }, () =>
  withLibmodbusServer(async (port) => {
    const client = await dial({ host: '127.0.0.1', port, envelope: 'tcp', depth: 16, queueMax: 2000 })
    const fours = Array.from({ length: 500 }, async (_, i) => {
      const [wrote, read, refused, inputs] = await Promise.all([
        client.ask(unit, { fn: 6, address: i, word: i * 131 }),
        client.ask(unit, { fn: 3, address: i, count: 1 }),
        client.ask(unit, { fn: 3, address: 2500 + i, count: 1 }),
        client.ask(unit, { fn: 4, address: i, count: 1 + (i % 125) }),
      ])
      assert.deepEqual(wrote, { ok: { fn: 6, address: i, word: i * 131 } })
      assert.deepEqual(plain(read), { ok: { fn: 3, words: [i * 131] } })
      assert.deepEqual(refused, illegal)
      assert.deepEqual(plain(inputs), { ok: { fn: 4, words: list(1 + (i % 125), (at) => inputWord(i + at)) } })
    })
    await Promise.all(fours)
    assert.deepEqual(client.counters, { sent: 2000, answered: 2000, timeouts: 0, late: 0, stray: 0, held: 0 })
    client.close()
  }),
)
