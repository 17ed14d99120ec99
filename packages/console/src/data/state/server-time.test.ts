import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServerClock } from './server-time.ts'

const server = Date.UTC(2026, 10, 19, 12)

/** A computer whose clock is wrong by `aheadMs`, with the server's time beside it. */
const start = (aheadMs: number, firstOffsetMs = 0) => {
  const time = { trueMs: server, wallMs: server + aheadMs, steadyMs: 5 }
  const clock = new ServerClock({ wallMs: () => time.wallMs, steadyMs: () => time.steadyMs }, firstOffsetMs)
  const pass = (ms: number): void => {
    time.trueMs += ms
    time.wallMs += ms
    time.steadyMs += ms
  }
  /** How far the computed time is from the server's. */
  const error = (): number => clock.now() - time.trueMs
  /** A time of the server that was on its way for a while. */
  const receive = (delayMs = 0): void => clock.note(time.trueMs - delayMs)
  return { clock, time, pass, error, receive }
}

describe('the server clock', () => {
  for (const [name, aheadMs] of [
    ['27 s ahead', 27_000],
    ['one hour slow', -3_600_000],
    ['right', 0],
  ] as const) {
    test(`shows the server's time on a computer that is ${name}`, () => {
      const { clock, pass, error, receive } = start(aheadMs)
      assert.equal(error(), aheadMs)
      receive()
      assert.deepEqual([error(), clock.offsetMs()], [0, 0 - aheadMs])
      pass(3_600_000)
      assert.equal(error(), 0)
    })
  }

  test('uses the offset that was stored until the server sends a time', () => {
    const { error, receive } = start(27_000, -27_000)
    assert.equal(error(), 0)
    receive()
    assert.equal(error(), 0)
  })

  test('ignores messages that were delayed', () => {
    const { pass, error, receive } = start(27_000)
    receive(20)
    for (const delayMs of [900, 200, 12_000]) {
      pass(5000)
      receive(delayMs)
      assert.equal(error(), -20)
    }
  })

  test('keeps running when the computer sleeps and its steady clock stands still', () => {
    const { time, error, receive } = start(-3_600_000)
    receive()
    time.trueMs += 600_000
    time.wallMs += 600_000
    assert.equal(error(), 0)
  })

  test('keeps running when the computer is set to another time', () => {
    const { time, pass, error, receive } = start(27_000)
    receive()
    time.wallMs -= 27_000
    pass(5000)
    assert.equal(error(), 0)
    time.wallMs += 3_600_000
    receive()
    assert.equal(error(), 0)
  })

  test('follows a server whose clock is set back', () => {
    const { time, pass, error, receive } = start(0)
    receive()
    time.trueMs -= 600_000
    for (let beat = 0; beat < 7; beat += 1) {
      pass(5000)
      receive()
    }
    assert.equal(error(), 0)
  })

  test('announces corrections of a second and more', () => {
    const { clock, pass, receive } = start(27_000)
    let count = 0
    const leave = clock.subscribe(() => (count += 1))
    receive(500)
    pass(5000)
    receive()
    assert.equal(count, 1)
    leave()
  })

  test('ignores a time that cannot be read', () => {
    const { clock, error, receive } = start(27_000)
    receive()
    clock.note(Date.parse(''))
    assert.equal(error(), 0)
  })
})
