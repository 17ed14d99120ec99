import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import { envelopes } from '../envelope/index.ts'
import { hex, unhex } from '../hex.ts'
import { fits } from '../pdu/fits.ts'
import { decodeResponse, encodeRequest } from '../pdu/pdu.ts'
import { anyRequest } from '../pdu/testing/arbitrary.ts'
import { ManualStream } from '../testing/manual-stream.ts'
import { answerFrom } from './answer.ts'
import { MemoryBank } from './bank.ts'
import { type Handler, type ServeOptions, serve } from './serve.ts'

const identity = {
  0: 'Busbar',
  1: 'T-1',
  2: '1.0',
  3: 'https://example.org/',
  0x80: 'x'.repeat(200),
  0x81: 'y'.repeat(200),
}

describe('answers from a bank', () => {
  const bank = new MemoryBank({ size: 100, identity })
  bank.holding.set([1, 2, 3], 10)
  bank.input.set([0xffff], 5)
  bank.coil.set([1, 0, 1], 20)
  bank['discrete-input'].set([0, 1], 30)

  for (const [ask, answer] of [
    ['03 00 0a 00 03', '03 06 00 01 00 02 00 03'],
    ['04 00 05 00 01', '04 02 ff ff'],
    ['01 00 14 00 03', '01 01 05'],
    ['02 00 1e 00 02', '02 01 02'],
    ['03 00 63 00 02', '83 02'],
    ['03 00 00 00 7e', '83 03'],
    ['06 00 28 12 34', '06 00 28 12 34'],
    ['03 00 28 00 01', '03 02 12 34'],
    ['16 00 28 00 ff ab cd', '16 00 28 00 ff ab cd'],
    ['03 00 28 00 01', '03 02 ab 34'],
    ['05 00 28 ff 00', '05 00 28 ff 00'],
    ['0f 00 29 00 09 02 ff 01', '0f 00 29 00 09'],
    ['01 00 28 00 0a', '01 02 ff 03'],
    ['10 00 32 00 02 04 00 07 00 08', '10 00 32 00 02'],
    ['10 00 63 00 02 04 00 07 00 08', '90 02'],
    ['17 00 32 00 02 00 32 00 01 02 00 09', '17 04 00 09 00 08'],
    ['17 00 64 00 02 00 32 00 01 02 00 01', '97 02'],
    ['03 00 32 00 01', '03 02 00 09'],
    ['08 00 00 a5 37', '08 00 00 a5 37'],
    ['08 00 04 00 00', '88 01'],
    ['07', '87 01'],
    ['41 00', 'c1 01'],
    ['2b 0e 01 00', '2b 0e 01 83 00 00 03 00 06 42 75 73 62 61 72 01 03 54 2d 31 02 03 31 2e 30'],
    ['2b 0e 04 01', '2b 0e 04 83 00 00 01 01 03 54 2d 31'],
    ['2b 0e 04 63', 'ab 02'],
    ['2b 0e 07 00', 'ab 03'],
  ] as const) {
    test(`${ask} -> ${answer}`, () => assert.equal(hex(answerFrom(bank, unhex(ask))), answer))
  }

  test('long identities come in parts', () => {
    const parts: number[][] = []
    for (let object = 0, more = true; more; ) {
      const reply = decodeResponse(answerFrom(bank, encodeRequest({ fn: 43, level: 3, object })))
      assert.ok('ok' in reply && reply.ok.fn === 43)
      parts.push(reply.ok.objects.map(({ id }) => id))
      object = reply.ok.next
      more = reply.ok.more
    }
    assert.deepEqual(parts, [[0, 1, 2, 3, 128], [129]])
  })

  test('whatever is asked, the answer fits it', () => {
    const small = new MemoryBank({ size: 30_000, identity })
    fc.assert(
      fc.property(anyRequest, (request) => {
        const ask = encodeRequest(request)
        assert.ok(fits(ask, answerFrom(small, ask)))
      }),
    )
  })

  test('any bytes get an answer', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 253 }), (ask) => answerFrom(bank, ask).length >= 2))
  })
})

/** A handler whose answers the test gives when it likes. */
const byHand = () => {
  const requests: { ask: string; answer(pdu: string): void; fail(): void }[] = []
  const handler: Handler = (_unit, pdu) => {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    requests.push({ ask: hex(pdu), answer: (text) => resolve(unhex(text)), fail: () => reject(new Error('broken')) })
    return promise
  }
  return { requests, handler }
}
const setUp = (options: Partial<ServeOptions> & { handler: Handler }) => {
  const stream = new ManualStream()
  const clock = new VirtualClock()
  serve(stream, { envelope: 'tcp', clock, ...options })
  return { stream, clock, sent: () => clock.advanceAsync(0).then(() => stream.sent()) }
}
const ask = (transaction: number): string => `00 0${transaction} 00 00 00 02 01 07`

describe('a connection', () => {
  const echo: Handler = (_unit, pdu) => pdu

  test('answers of one chunk leave in one write', async () => {
    const { stream, sent } = setUp({ handler: echo })
    stream.hear(`${ask(1)} ${ask(2)}`)
    assert.deepEqual(await sent(), ['00 01 00 00 00 02 01 07 00 02 00 00 00 02 01 07'])
  })

  test('over TCP answers leave as they are ready', async () => {
    const { requests, handler } = byHand()
    const { stream, sent } = setUp({ handler })
    stream.hear(`${ask(1)} ${ask(2)}`)
    requests[1]?.answer('07 02')
    assert.deepEqual(await sent(), ['00 02 00 00 00 03 01 07 02'])
    requests[0]?.answer('07 01')
    assert.deepEqual(await sent(), ['00 01 00 00 00 03 01 07 01'])
  })

  test('on a serial line one after another', async () => {
    const { requests, handler } = byHand()
    const { stream, sent } = setUp({ handler, envelope: 'rtu' })
    stream.hear('01 07 41 e2 02 07 41 12')
    assert.equal(requests.length, 1)
    requests[0]?.answer('07 01')
    assert.equal((await sent()).length, 1)
    assert.equal(requests.length, 2)
  })

  test('queues requests beyond its depth, and answers "busy" beyond its queue', async () => {
    const { requests, handler } = byHand()
    const { stream, sent } = setUp({ handler, depth: 1, queueMax: 1 })
    stream.hear(`${ask(1)} ${ask(2)} ${ask(3)}`)
    assert.deepEqual(await sent(), ['00 03 00 00 00 03 01 87 06'])
    requests[0]?.answer('07 01')
    await sent()
    assert.equal(requests.length, 2)
  })

  test('a handler that fails is answered for, and reported', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown): number => errors.push(error)
    const { requests, handler } = byHand()
    const later = setUp({ handler, onError })
    later.stream.hear(ask(1))
    requests[0]?.fail()
    assert.deepEqual(await later.sent(), ['00 01 00 00 00 03 01 87 04'])
    const atOnce = setUp({
      handler: () => {
        throw new Error('broken')
      },
      onError,
    })
    atOnce.stream.hear(ask(2))
    assert.deepEqual(await atOnce.sent(), ['00 02 00 00 00 03 01 87 04'])
    assert.equal(errors.length, 2)
  })

  test('a handler may stay silent', async () => {
    const { stream, sent } = setUp({ handler: () => undefined })
    stream.hear(ask(1))
    assert.deepEqual(await sent(), [])
  })

  test('a broadcast on a serial line is done, not answered', async () => {
    const units: number[] = []
    const { stream, sent } = setUp({
      envelope: 'rtu',
      handler: (unit, pdu) => {
        units.push(unit)
        return pdu
      },
    })
    stream.hear('00 06 00 01 00 03 99 da')
    assert.deepEqual([await sent(), units], [[], [0]])
  })

  test('a client that does not read is not read from', () => {
    const { stream } = setUp({ handler: echo })
    stream.hasRoom = false
    stream.hear(ask(1))
    assert.ok(stream.isPaused)
    stream.emit('drain')
    assert.ok(!stream.isPaused)
  })

  for (const envelope of ['rtu', 'ascii'] as const) {
    test(`${envelope}: whatever noise and stumps of frames came, after a second of quiet a request is answered`, async () => {
      const good = envelopes[envelope].encode({ transaction: 0, unit: 1, pdu: unhex('03 00 00 00 01') })
      const stump = fc.nat(good.length - 1).map((length) => good.slice(0, length))
      const junk = fc.array(fc.oneof(fc.uint8Array({ maxLength: 300 }), stump), { maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(junk, async (pieces) => {
          const { stream, clock, sent } = setUp({
            envelope,
            handler: (_unit, pdu) => answerFrom(new MemoryBank(), pdu),
          })
          for (const piece of pieces) stream.emit('data', Uint8Array.from(piece))
          clock.advance(2000)
          await sent()
          stream.emit('data', Uint8Array.from(good))
          const reply = envelopes[envelope].encode({ transaction: 0, unit: 1, pdu: unhex('03 02 00 00') })
          assert.deepEqual(await sent(), [hex(Uint8Array.from(reply))])
          assert.equal(clock.pending, 0)
        }),
      )
    })
  }

  test('a wrong head ends it', () => {
    const { stream } = setUp({ handler: echo })
    stream.hear('00 01 00 05 00 02 01 07')
    assert.ok(stream.isDestroyed)
  })
})
