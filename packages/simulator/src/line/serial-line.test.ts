import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonicClock, VirtualClock } from '@busbar/kit'
import { type CharFormat, charTimeMs } from '@busbar/serial'
import * as fc from 'fast-check'
import type { LinePort } from './line-port.ts'
import { SerialLine } from './serial-line.ts'

type TimedBytes = [atMs: number, hex: string][]

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex')

/** Writes down what a port hears, each piece with its instant in microseconds. */
function listen(port: LinePort, clock: VirtualClock): TimedBytes {
  const received: TimedBytes = []
  port.on('data', (data) => received.push([Math.round(clock.now() * 1000) / 1000, Buffer.from(data).toString('hex')]))
  return received
}

function lineAt(baud: number, charFormat: CharFormat = 0): { clock: VirtualClock; line: SerialLine } {
  const clock = new VirtualClock()
  return { clock, line: new SerialLine({ clock, baud, charFormat }) }
}

test('each byte arrives at the end of its own time, at every speed and format', () => {
  for (const baud of [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]) {
    for (const charFormat of [0, 1, 2, 3, 4, 5] as const) {
      const { clock, line } = lineAt(baud, charFormat)
      const [master, device] = [line.attach(), line.attach()]
      const at: number[] = []
      device.on('data', () => at.push(clock.now()))
      master.write(bytes('01 03 00 00'))
      clock.advance(1000)
      const charMs = ((charFormat === 4 ? 10 : 11) / baud) * 1000
      assert.deepEqual(
        at.map((ms, index) => Math.abs(ms - (index + 1) * charMs) < 1e-9),
        [true, true, true, true],
      )
      assert.ok(Math.abs(line.statistics.busyMs - 4 * charMs) < 1e-9)
    }
  }
})

test('talking in turn, any bytes in any pieces arrive whole, in order, at their instant', async () => {
  const turn = fc.record({
    by: fc.nat(1),
    pieces: fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 5 }),
    gapMs: fc.double({ min: 0, max: 3, noNaN: true }),
    pauseMs: fc.double({ min: 0, max: 50, noNaN: true }),
  })
  const settings = fc.record({
    baud: fc.constantFrom(1200, 9600, 115_200),
    charFormat: fc.constantFrom<CharFormat>(0, 4),
  })
  await fc.assert(
    fc.asyncProperty(settings, fc.array(turn, { maxLength: 8 }), async ({ baud, charFormat }, turns) => {
      const { clock, line } = lineAt(baud, charFormat)
      const charMs = charTimeMs(baud, charFormat)
      const ports = [line.attach(), line.attach()] as const
      const received: [by: number, byte: number, atMs: number][] = []
      for (const [index, port] of ports.entries()) {
        port.on('data', (data) => {
          for (const byte of data) received.push([1 - index, byte, clock.now()])
        })
      }
      const expected: typeof received = []
      for (const { by, pieces, gapMs, pauseMs } of turns) {
        const port = by === 0 ? ports[0] : ports[1]
        let endMs = 0
        for (const piece of pieces) {
          endMs = Math.max(endMs, clock.now())
          port.write(piece)
          for (const byte of piece) expected.push([by, byte, (endMs += charMs)])
          await clock.advanceAsync(gapMs)
        }
        await clock.advanceAsync(Math.max(0, endMs - clock.now()) + pauseMs + 0.001)
      }
      const fields = (of: typeof received): number[][] => of.map(([by, byte]) => [by, byte])
      assert.deepEqual(fields(received), fields(expected))
      for (const [index, [, , atMs]] of received.entries())
        assert.ok(Math.abs(atMs - (expected[index]?.[2] ?? 0)) < 1e-6)
      assert.equal(line.statistics.collisions, 0)
      assert.equal(line.statistics.bytes, expected.length)
    }),
    { numRuns: 40 },
  )
})

test('an adapter with echo hears itself, one without does not', () => {
  const { clock, line } = lineAt(9600, 4)
  const [plain, echoing] = [line.attach(), line.attach({ echo: true })]
  const [atPlain, atEchoing] = [listen(plain, clock), listen(echoing, clock)]
  echoing.write(bytes('aa bb'))
  clock.advance(10)
  plain.write(bytes('cc'))
  clock.advance(10)
  assert.deepEqual(atPlain, [
    [1.042, 'aa'],
    [2.083, 'bb'],
  ])
  assert.deepEqual(atEchoing, [
    [1.042, 'aa'],
    [2.083, 'bb'],
    [11.042, 'cc'],
  ])
})

function twoAtOnce(): { received: TimedBytes; collisions: number } {
  const { clock, line } = lineAt(1000, 4)
  const [one, two, third] = [line.attach(), line.attach(), line.attach()]
  const received = listen(third, clock)
  one.write(bytes('11 22 33 44'))
  clock.after(15, () => two.write(bytes('99')))
  clock.after(40, () => two.write(bytes('55')))
  clock.advance(100)
  return { received, collisions: line.statistics.collisions }
}

test('two at once spoil the characters that overlap, and no others', () => {
  const { received, collisions } = twoAtOnce()
  assert.equal(collisions, 3)
  assert.deepEqual(
    received.map(([atMs]) => atMs),
    [10, 20, 25, 30, 40, 50],
  )
  const isAsSent = received.map(([, hex], index) => hex === ['11', '22', '99', '33', '44', '55'][index])
  assert.deepEqual(isAsSent, [true, false, false, false, true, true])
  assert.deepEqual(twoAtOnce(), { received, collisions }, 'the same again')
})

test('a port at another speed hears something else until it is set right', () => {
  const { clock, line } = lineAt(9600)
  const [master, device] = [line.attach({ baud: 19_200 }), line.attach()]
  const received = listen(device, clock)
  master.write(bytes('01 03 00 00 00 01 84 0a'))
  clock.advance(20)
  assert.notEqual(received.map(([, hex]) => hex).join(''), '010300000001840a')
  received.length = 0
  master.update({ baud: 9600 })
  master.write(bytes('01 03'))
  clock.advance(20)
  assert.deepEqual(
    received.map(([, hex]) => hex),
    ['01', '03'],
  )
})

test('an adapter with a latency timer hands over what came meanwhile', () => {
  const { clock, line } = lineAt(10_000, 4)
  const [device, adapter] = [line.attach(), line.attach({ latencyMs: 4.5 })]
  const received = listen(adapter, clock)
  device.write(bytes('01 02 03 04 05 06 07'))
  clock.advance(20)
  assert.deepEqual(received, [
    [5.5, '0102030405'],
    [10.5, '0607'],
  ])
})

test('a port that is closed or pulled out hears and says nothing, and what it had not sent is lost', async () => {
  const { clock, line } = lineAt(1000, 4)
  const [one, two, third] = [line.attach(), line.attach(), line.attach()]
  const [atTwo, atThird] = [listen(two, clock), listen(third, clock)]
  const events: string[] = []
  two.on('close', () => events.push('two closed'))
  one.on('error', (error) => events.push(error.message)).on('close', () => events.push('one closed'))
  one.write(bytes('01 02 03'))
  await clock.advanceAsync(15)
  two.destroy().destroy()
  await clock.advanceAsync(10)
  one.unplug()
  assert.equal(one.write(bytes('04')), false)
  await clock.advanceAsync(100)
  assert.deepEqual(
    [atTwo, atThird],
    [
      [[10, '01']],
      [
        [10, '01'],
        [20, '02'],
      ],
    ],
  )
  assert.deepEqual(events, ['two closed', 'The serial port was disconnected: its adapter was unplugged', 'one closed'])
  one.replug().write(bytes('05'))
  await clock.advanceAsync(10)
  assert.deepEqual(atThird.at(-1), [135, '05'])
  assert.throws(() => third.replug(), /Unplug the port before/)
})

test('a write says false until its last byte has left', () => {
  const { clock, line } = lineAt(1000, 4)
  const port = line.attach()
  const drained: number[] = []
  port.on('drain', () => drained.push(clock.now()))
  const received = listen(line.attach(), clock)
  const frame = bytes('01 02')
  assert.equal(port.write(frame), false)
  frame.fill(0xff)
  assert.equal(port.write(bytes('03')), false)
  assert.equal(port.write(bytes('')), true)
  clock.advance(100)
  assert.deepEqual(drained, [30])
  assert.equal(received.map(([, hex]) => hex).join(' '), '01 02 03', 'as they were when written')
  assert.throws(() => port.write(new Uint8Array(65_537)), /More than 65536 bytes wait/)
})

test('a line without time keeps chunks whole and needs no clock', async () => {
  const { clock, line } = lineAt(Number.POSITIVE_INFINITY)
  const [master, device] = [line.attach(), line.attach()]
  const [atMaster, atDevice] = [listen(master, clock), listen(device, clock)]
  device.on('data', (data) => device.write(data))
  assert.equal(master.write(bytes('01 02')), true)
  assert.equal(master.write(bytes('03')), true)
  await clock.advanceAsync(0)
  assert.deepEqual(atDevice, [
    [0, '0102'],
    [0, '03'],
  ])
  assert.deepEqual(atMaster, atDevice)
  assert.deepEqual(line.statistics, { bytes: 6, collisions: 0, corrupted: 0, noiseBytes: 0, busyMs: 0 })
})

test('on the real clock a late timer hands over all that is due', async () => {
  const line = new SerialLine({ clock: monotonicClock, baud: 115_200, charFormat: 4 })
  const [master, device] = [line.attach(), line.attach()]
  const sent = Uint8Array.from({ length: 256 }, (_, index) => index)
  const received: number[] = []
  device.on('data', (data) => received.push(...data))
  const startMs = monotonicClock.now()
  await new Promise<void>((done) => {
    master.on('drain', done)
    master.write(sent)
  })
  assert.deepEqual(received, [...sent])
  assert.ok(monotonicClock.now() - startMs >= 256 * charTimeMs(115_200, 4) - 0.001)
})
