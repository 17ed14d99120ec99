import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import { seededRandom } from '../random.ts'
import type { Noise } from './noise.ts'
import { type LineStatistics, SerialLine } from './serial-line.ts'

/** A minute of a line on which a frame of eight bytes is sent every 100 ms. */
function minute(seed: number, noise: Noise): { received: string; statistics: Readonly<LineStatistics> } {
  const clock = new VirtualClock()
  const line = new SerialLine({ clock, baud: 9600, noise, random: seededRandom(seed) })
  const [master, device] = [line.attach(), line.attach()]
  const received: string[] = []
  device.on('data', (data) => received.push(`${clock.now()} ${data.join()}`))
  for (let atMs = 0; atMs < 60_000; atMs += 100)
    clock.after(atMs, () => master.write(Buffer.from('01030000000ac5cd', 'hex')))
  clock.advance(60_000)
  return { received: received.join('\n'), statistics: line.statistics }
}

test('the same seed makes the same noise, another seed another', () => {
  const noise = { strayBytesPerSec: 5, flippedBitsPerByte: 0.1 }
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const first = minute(seed, noise)
      assert.deepEqual(minute(seed, noise), first)
      assert.notEqual(minute(seed + 1, noise).received, first.received)
    }),
    { numRuns: 3 },
  )
})

const near = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < 0.2 * expected + 1, `${value}, not about ${expected}`)

test('noise comes as often as it was set to', () => {
  // The line is idle for 90.8 ms out of 100.
  const rows: [noise: Noise, stray: number, corrupted: number][] = [
    [{}, 0, 0],
    [{ strayBytesPerSec: 10 }, 545, 0],
    [{ flippedBitsPerByte: 0.25 }, 0, 4800 * (1 - (1 - 0.25 / 8) ** 8)],
    [{ flippedBitsPerByte: 8 }, 0, 4800],
    [{ strayBytesPerSec: 2, flippedBitsPerByte: 0.1 }, 109, 4800 * (1 - (1 - 0.1 / 8) ** 8)],
  ]
  for (const [noise, stray, corrupted] of rows) {
    const { statistics } = minute(7, noise)
    assert.equal(statistics.bytes, 4800)
    near(statistics.noiseBytes, stray)
    near(statistics.corrupted, corrupted)
  }
})

test('noise starts and stops on command', () => {
  const clock = new VirtualClock()
  const line = new SerialLine({ clock, baud: 9600, random: seededRandom(1) })
  const port = line.attach()
  const receivedMs: number[] = []
  port.on('data', () => receivedMs.push(clock.now()))
  clock.advance(1000)
  line.setNoise({ strayBytesPerSec: 100 })
  clock.advance(1000)
  line.setNoise({})
  clock.advance(1000)
  assert.ok(receivedMs.length > 60 && receivedMs.every((ms) => ms >= 1000 && ms <= 2000))
  assert.deepEqual([line.statistics.noiseBytes, clock.pending], [receivedMs.length, 0])
})
