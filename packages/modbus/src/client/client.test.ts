import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { envelopes } from '../envelope/index.ts'
import { hex, unhex } from '../hex.ts'
import { ManualStream } from '../testing/manual-stream.ts'
import { Client, type ClientOptions } from './client.ts'
import { LateAnswers } from './late-answers.ts'

const setUp = (options: Partial<ClientOptions> = {}) => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  const closed: string[] = []
  const client = new Client(stream, { envelope: 'tcp', clock, onClose: (why) => closed.push(why), ...options })
  const read = (unit: number, address: number, count = 1, rest = {}) =>
    client
      .ask(unit, { fn: 3, address, count }, rest)
      .then((outcome) => ('ok' in outcome ? Array.from(outcome.ok.words) : outcome.err))
  return { stream, clock, closed, client, read }
}
/** Lets what is ready run. */
const settle = ({ clock }: { clock: VirtualClock }) => clock.advanceAsync(0)

describe('over TCP', () => {
  test('asks and decodes', async () => {
    const { stream, read } = setUp()
    const words = read(1, 16, 2)
    assert.deepEqual(stream.sent(), ['00 01 00 00 00 06 01 03 00 10 00 02'])
    stream.hear('00 01 00 00 00 07 01 03 04 00 2a 00 2b')
    assert.deepEqual(await words, [42, 43])
  })

  test('an exception comes back as its name', async () => {
    const { stream, read } = setUp()
    const words = read(1, 16)
    stream.hear('00 01 00 00 00 03 01 83 0b')
    assert.equal(await words, 'GatewayTargetDeviceFailedToRespond')
  })

  test('sends up to the configured depth, queues the rest, and makes one write per turn', async () => {
    const set = setUp({ depth: 3 })
    const reads = [0, 1, 2, 3].map((address) => set.read(1, address))
    await settle(set)
    assert.deepEqual(set.stream.sent(), [
      '00 01 00 00 00 06 01 03 00 00 00 01 00 02 00 00 00 06 01 03 00 01 00 01 00 03 00 00 00 06 01 03 00 02 00 01',
    ])
    set.stream.hear('00 02 00 00 00 05 01 03 02 00 02')
    set.stream.hear('00 03 00 00 00 05 01 03 02 00 03 00 01 00 00 00 05 01 03 02 00 01')
    await settle(set)
    assert.deepEqual(set.stream.sent(), ['00 04 00 00 00 06 01 03 00 03 00 01'])
    set.stream.hear('00 04 00 00 00 05 01 03 02 00 04')
    assert.deepEqual(await Promise.all(reads), [[1], [2], [3], [4]])
  })

  test('a late reply is dropped', async () => {
    const set = setUp({ timeoutMs: 100 })
    const first = set.read(1, 0)
    await set.clock.advanceAsync(100)
    assert.equal(await first, 'timeout')
    const second = set.read(1, 5)
    set.stream.hear('00 01 00 00 00 05 01 03 02 de ad')
    set.stream.hear('00 02 00 00 00 05 01 03 02 00 05')
    assert.deepEqual(await second, [5])
    assert.deepEqual(set.client.counters, { sent: 2, answered: 1, timeouts: 1, late: 1, stray: 0, held: 0 })
    assert.equal(set.closed.length, 0)
  })

  for (const [what, bytes] of [
    ['another transaction', '00 07 00 00 00 05 01 03 02 00 2a'],
    ['another unit', '00 01 00 00 00 05 02 03 02 00 2a'],
    ['another function', '00 01 00 00 00 05 01 04 02 00 2a'],
    ['another count', '00 01 00 00 00 07 01 03 04 00 2a 00 2b'],
    ['an empty PDU behind a good head', '00 01 00 00 00 02 01 03'],
    ['another protocol', '00 01 00 07 00 05 01 03 02 00 2a'],
  ] as const) {
    test(`${what}: nothing is taken, the link is reset`, async () => {
      const { stream, closed, read, client } = setUp()
      const words = read(1, 0)
      stream.hear(bytes)
      assert.equal(await words, 'closed')
      assert.equal(closed.length, 1)
      assert.ok(stream.isDestroyed && client.isClosed)
      assert.equal(await read(1, 0), 'no-connection')
    })
  }

  test('an answer that comes twice is taken once, and the link goes on', async () => {
    const { stream, closed, read, client } = setUp()
    const twice = '00 01 00 00 00 05 01 03 02 00 2a'
    const first = read(1, 0)
    stream.hear(`${twice} ${twice}`)
    assert.deepEqual(await first, [42])
    const second = read(1, 0)
    stream.hear(`${twice} 00 02 00 00 00 05 01 03 02 00 2b`)
    assert.deepEqual(await second, [43])
    assert.deepEqual([client.counters.late, client.counters.stray, closed.length], [2, 0, 0])
  })

  test('resets the link after an unsolicited PDU behind a valid answer', async () => {
    const { stream, closed, read } = setUp()
    const words = read(1, 0)
    stream.hear('00 01 00 00 00 05 01 03 02 00 2a 00 01 00 00 00 05 01 03 02 00 2b')
    assert.deepEqual(await words, [42])
    assert.deepEqual(closed, ['stray frame'])
  })

  test('a drip ends at the timeout', async () => {
    const set = setUp({ timeoutMs: 100 })
    const words = set.read(1, 0)
    for (const byte of ['00', '01', '00', '00', '00', '05', '01', '03', '02', '00']) {
      set.stream.hear(byte)
      await set.clock.advanceAsync(20)
    }
    assert.equal(await words, 'timeout')
  })
})

describe('on a serial line', () => {
  const answers = { 1: '01 03 02 00 2a 39 9b', 2: '02 03 02 00 2b bc 5b' }

  test('sends one request at a time', async () => {
    const { stream, read } = setUp({ envelope: 'rtu' })
    const [first, second] = [read(1, 0), read(2, 0)]
    assert.equal(stream.sent().length, 1)
    stream.hear(answers[1])
    assert.deepEqual(await first, [42])
    assert.deepEqual(stream.sent().length, 1)
    stream.hear(answers[2])
    assert.deepEqual(await second, [43])
  })

  /** The frame of a read's answer, or of an exception. */
  const say = (set: ReturnType<typeof setUp>, unit: number, pdu: string): void =>
    set.stream.hear(hex(envelopes.rtu.encode({ transaction: 0, unit, pdu: unhex(pdu) })))

  test('while a late answer may come, a read is sent longer, so that its answer has another length', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const [first, second] = [set.read(1, 0), set.read(1, 7)]
    await set.clock.advanceAsync(100)
    assert.equal(await first, 'timeout')
    assert.deepEqual(set.stream.sent().slice(1), ['01 03 00 07 00 02 75 ca'])
    say(set, 1, '03 02 de ad')
    say(set, 1, '03 04 00 07 00 08')
    assert.deepEqual(await second, [7])
    const third = set.read(1, 9)
    assert.deepEqual(set.stream.sent(), ['01 03 00 09 00 01 54 08'], 'and as it is when it came')
    say(set, 1, '03 02 00 09')
    assert.deepEqual(await third, [9])
    assert.equal(set.client.counters.late, 1)
  })

  test('bits are read longer by whole bytes, and given as many as were asked for', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const first = set.client.ask(1, { fn: 1, address: 0, count: 3 })
    await set.clock.advanceAsync(100)
    assert.deepEqual(await first, { err: 'timeout' })
    const second = set.client.ask(1, { fn: 1, address: 8, count: 3 })
    say(set, 1, '01 01 07')
    say(set, 1, '01 02 05 ff')
    assert.deepEqual(await second, { ok: { fn: 1, bits: Uint8Array.of(1, 0, 1) } })
  })

  test('does not extend reads of a unit that refuses the registers behind them, and fails such a request at once', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const [first, second] = [set.read(1, 0), set.read(1, 7)]
    await set.clock.advanceAsync(100)
    assert.equal(await first, 'timeout')
    say(set, 1, '83 02')
    assert.equal(await second, 'timeout', 'the exception may be the late answer')
    assert.equal(await set.read(1, 7), 'held')
    await set.clock.advanceAsync(1100)
    const later = set.read(1, 7)
    say(set, 1, '83 02')
    assert.equal(await later, 'IllegalDataAddress', 'eleven timeouts after it was sent nothing is waited for')
  })

  test('does not send a request that cannot be made distinct, but sends other functions, units and lengths', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const write = () => set.client.ask(1, { fn: 16, address: 1, words: [3] })
    const first = write()
    await set.clock.advanceAsync(100)
    assert.deepEqual(await first, { err: 'timeout' })
    assert.deepEqual(await write(), { err: 'held' })
    for (const [unit, request, reply] of [
      [2, { fn: 16, address: 1, words: [3] }, '10 00 01 00 01'],
      [1, { fn: 16, address: 2, words: [3] }, '10 00 02 00 01'],
      [1, { fn: 6, address: 1, word: 3 }, '06 00 01 00 03'],
      [1, { fn: 3, address: 1, count: 1 }, '03 02 00 03'],
    ] as const) {
      const answer = set.client.ask(unit, request)
      say(set, unit, reply)
      assert.ok('ok' in (await answer), reply)
    }
    assert.equal(set.client.counters.held, 1)
  })

  test('an attempt more of the same question goes as it is, and the answer to either is right', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const question = {}
    const first = set.read(1, 5, 1, { question })
    await set.clock.advanceAsync(100)
    assert.equal(await first, 'timeout')
    const again = set.read(1, 5, 1, { question })
    assert.deepEqual(set.stream.sent(), Array(2).fill('01 03 00 05 00 01 94 0b'))
    say(set, 1, '03 02 00 05')
    assert.deepEqual(await again, [5])
    say(set, 1, '03 02 00 05')
    const other = set.read(1, 9)
    assert.deepEqual(set.stream.sent(), ['01 03 00 09 00 02 14 09'], 'the same once more may be a duplicate')
    say(set, 1, '03 04 00 09 00 0a')
    assert.deepEqual(await other, [9])
    say(set, 1, '03 02 00 06')
    const last = set.read(1, 9)
    assert.deepEqual(set.stream.sent(), ['01 03 00 09 00 01 54 08'], 'another one is the answer that was missing')
    say(set, 1, '03 02 00 09')
    assert.deepEqual(await last, [9])
  })

  test('the end of a connection ends nothing: the late answer comes over the next one', async () => {
    const lateAnswers = new LateAnswers()
    const before = setUp({ envelope: 'rtu', lateAnswers, line: 'converter' })
    const cut = before.read(1, 0)
    before.stream.emit('error', new Error('reset by peer'))
    assert.equal(await cut, 'closed')
    const after = setUp({ envelope: 'rtu', lateAnswers, line: 'converter' })
    const next = after.read(1, 7)
    say(after, 1, '03 02 00 00')
    say(after, 1, '03 04 00 07 00 08')
    assert.deepEqual(await next, [7])
    const elsewhere = setUp({ envelope: 'rtu', lateAnswers, line: 'another' })
    void elsewhere.read(1, 7)
    assert.deepEqual(elsewhere.stream.sent(), ['01 03 00 07 00 01 35 cb'])
  })

  test('releases no request for an answer that may belong to another unit', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const first = set.read(1, 0)
    await set.clock.advanceAsync(100)
    assert.equal(await first, 'timeout')
    const other = set.read(2, 0)
    say(set, 1, '03 02 00 2b')
    await set.clock.advanceAsync(100)
    assert.equal(await other, 'timeout')
    set.stream.sent()
    void set.read(1, 7)
    assert.deepEqual(set.stream.sent(), ['01 03 00 07 00 02 75 ca'])
  })

  for (const [what, bytes] of [
    ['another unit', '02 03 02 00 2b bc 5b'],
    ['another function', '01 04 02 00 2a 38 ef'],
    ['another count', '01 03 04 00 2a 00 2b 9b e4'],
  ] as const) {
    test(`an answer of ${what} is passed over`, async () => {
      const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
      const words = set.read(1, 0)
      set.stream.hear(bytes)
      await set.clock.advanceAsync(50)
      set.stream.hear(answers[1])
      assert.deepEqual(await words, [42])
      assert.equal(set.client.counters.stray, 1)
    })
  }

  test('distinguishes a damaged answer from no answer', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const words = set.read(1, 0)
    set.stream.hear('01 03 02 00 2a 39 9c')
    await set.clock.advanceAsync(100)
    assert.equal(await words, 'crc')
  })

  test('a write is answered by its echo only', async () => {
    const set = setUp({ envelope: 'rtu', timeoutMs: 100 })
    const written = set.client.ask(1, { fn: 6, address: 1, word: 3 })
    set.stream.hear('01 06 00 01 00 04 d9 c9')
    await set.clock.advanceAsync(100)
    assert.deepEqual(await written, { err: 'timeout' })
  })

  test('a broadcast is not answered: quiet follows, and its echo stands for it', async () => {
    const set = setUp({ envelope: 'rtu', broadcastQuietMs: 150 })
    const written = set.client.ask(0, { fn: 16, address: 1, words: [3] })
    const next = set.read(1, 0)
    await set.clock.advanceAsync(149)
    assert.equal(set.stream.sent().length, 1)
    await set.clock.advanceAsync(1)
    assert.deepEqual(await written, { ok: { fn: 16, address: 1, count: 1 } })
    set.stream.hear(answers[1])
    assert.deepEqual(await next, [42])
    await assert.rejects(set.read(0, 0), /only writes may be broadcast/)
  })

  test('a function of unknown length ends with silence', async () => {
    const set = setUp({ envelope: 'rtu', silenceMs: 20 })
    const reply = set.client.transact(1, unhex('41 01'))
    set.stream.hear('01 41 de ad')
    await set.clock.advanceAsync(10)
    set.stream.hear('c9 d1')
    await set.clock.advanceAsync(19)
    assert.equal(set.client.counters.answered, 0)
    await set.clock.advanceAsync(1)
    const outcome = await set.clock.runUntil(reply)
    assert.equal('ok' in outcome && hex(outcome.ok), '41 de ad')
  })

  test('ASCII asks the same', async () => {
    const { stream, read } = setUp({ envelope: 'ascii' })
    const words = read(1, 0)
    assert.deepEqual(stream.sent(), [hex(new TextEncoder().encode(':010300000001FB\r\n'))])
    stream.emit('data', new TextEncoder().encode(':0103020002F8\r\n'))
    assert.deepEqual(await words, [2])
  })
})

describe('limits', () => {
  test('refuses a request at once when the queue is full', async () => {
    const { read, client } = setUp({ queueMax: 2 })
    const [, , , last] = [read(1, 0), read(1, 1), read(1, 2), read(1, 3)]
    assert.equal(await last, 'full')
    assert.equal(client.waiting, 2)
  })

  test('a deadline counts waiting and answering together', async () => {
    const set = setUp({ timeoutMs: 100 })
    const [first, second] = [set.read(1, 0), set.read(1, 1, 1, { deadlineMs: 60 })]
    await set.clock.advanceAsync(60)
    assert.equal(await second, 'expired')
    set.stream.hear('00 01 00 00 00 05 01 03 02 00 2a')
    assert.deepEqual(await first, [42])
    await settle(set)
    assert.equal(set.stream.sent().length, 1)
  })

  test('given up while it waits: it is never sent', async () => {
    const set = setUp()
    const giveUp = new AbortController()
    const [first, second] = [set.read(1, 0), set.read(1, 1, 1, { signal: giveUp.signal })]
    giveUp.abort()
    assert.equal(await second, 'aborted')
    set.stream.hear('00 01 00 00 00 05 01 03 02 00 2a')
    assert.deepEqual(await first, [42])
    await settle(set)
    assert.equal(set.stream.sent().length, 1)
    assert.equal(await set.read(1, 1, 1, { signal: giveUp.signal }), 'aborted')
  })

  test('does not match the answer to a request that was cancelled after it was sent', async () => {
    const set = setUp()
    const giveUp = new AbortController()
    const [first, second] = [set.read(1, 0, 1, { signal: giveUp.signal }), set.read(1, 1)]
    giveUp.abort()
    assert.equal(await first, 'aborted')
    set.stream.hear('00 01 00 00 00 05 01 03 02 de ad')
    set.stream.hear('00 02 00 00 00 05 01 03 02 00 01')
    assert.deepEqual(await second, [1])
  })

  test('a stream that ends answers all that wait', async () => {
    const { stream, closed, read } = setUp()
    const reads = [read(1, 0), read(1, 1)]
    stream.emit('error', new Error('reset by peer'))
    assert.deepEqual(await Promise.all(reads), ['closed', 'no-connection'])
    assert.deepEqual(closed, ['reset by peer'])
  })

  test('a stream without room for more requests is still read', () => {
    const { stream, read } = setUp()
    stream.hasRoom = false
    void read(1, 0)
    assert.ok(!stream.isPaused)
  })

  test('leaves no timer behind when it is closed', async () => {
    const set = setUp({ envelope: 'rtu' })
    const words = set.read(1, 0)
    set.stream.hear('01 03')
    set.client.close()
    assert.equal(await words, 'closed')
    assert.equal(set.clock.pending, 0)
  })

  for (const options of [
    { depth: 0 },
    { depth: 1025 },
    { envelope: 'rtu', depth: 2 },
  ] satisfies Partial<ClientOptions>[]) {
    test(`refused: ${JSON.stringify(options)}`, () => assert.throws(() => setUp(options), /depth must be/))
  }
})
