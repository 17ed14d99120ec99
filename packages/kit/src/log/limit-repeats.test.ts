import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../time/virtual-clock.ts'
import { limitRepeats } from './limit-repeats.ts'
import type { Log } from './log.ts'

const setUp = () => {
  const clock = new VirtualClock()
  const lines: string[] = []
  const write = (level: string) => (details: object, message: string) =>
    void lines.push(`${clock.now() / 1000} ${level} ${message} ${JSON.stringify(details)}`)
  const log: Log = { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
  return { clock, lines, log: limitRepeats(log, clock) }
}
const away = { err: new Error('connect ECONNREFUSED') }
const take = (lines: string[]): string[] => lines.splice(0)

test('logs a repeated message once a minute, with a count', () => {
  const { clock, lines, log } = setUp()
  for (let second = 0; second < 130; second += 1) {
    log.error({ ...away, deviceId: second }, 'A poll failed')
    clock.advance(1000)
  }
  assert.deepEqual(take(lines), [
    '0 error A poll failed {"err":{},"deviceId":0}',
    '60 error A poll failed (59 more times in the last minute) {"err":{},"deviceId":59}',
    '120 error A poll failed (60 more times in the last minute) {"err":{},"deviceId":119}',
  ])
  // Once the repetition ends, the suppressed message is logged and its entry is removed.
  clock.advance(600_000)
  assert.deepEqual(take(lines), [
    '180 error A poll failed (10 more times in the last minute) {"err":{},"deviceId":129}',
  ])
  assert.equal(clock.pending, 0)
  log.error(away, 'A poll failed')
  assert.deepEqual(take(lines), ['730 error A poll failed {"err":{}}'])
})

test('another message, reason or level is another thing', () => {
  const { lines, log } = setUp()
  for (let i = 0; i < 3; i += 1) {
    log.error(away, 'one')
    log.error(away, 'two')
    log.warn(away, 'one')
    log.error({ err: new Error('connect ECONNRESET') }, 'one')
    log.error({ kind: 'invitation', reason: 'refused' }, 'a mail was not sent')
    log.error({ kind: 'reset', reason: 'timeout' }, 'a mail was not sent')
    log.info({ line: 'FATAL: in recovery' }, 'PostgreSQL')
  }
  assert.equal(take(lines).length, 7)
})

test('treats equal messages without a reason as repeated, and logs every success', () => {
  const { lines, log } = setUp()
  for (const netId of [1, 2, 1, 2]) log.warn({ netId }, 'its name could not be looked up')
  for (let i = 0; i < 3; i += 1) log.info({ unit: 1 }, 'raw write')
  for (let i = 0; i < 3; i += 1) log.debug(away, 'seen')
  assert.equal(take(lines).length, 2 + 3 + 3)
})

test('logs suppressed messages at the end', () => {
  const { clock, lines, log } = setUp()
  log.error(away, 'one')
  log.error(away, 'one')
  log.error(away, 'two')
  log.end()
  log.error(away, 'one')
  assert.deepEqual(take(lines).slice(2), [
    '0 error one (once more in the last minute) {"err":{}}',
    '0 error one {"err":{}}',
  ])
  assert.equal(clock.pending, 0)
})

test('however many reasons there are, only so many are kept', () => {
  const { clock, lines, log } = setUp()
  for (let i = 0; i < 10_000; i += 1) log.error({ err: new Error(`reason ${i}`) }, 'one')
  assert.ok(clock.pending <= 501)
  assert.equal(take(lines).length, 501)
  clock.advance(60_000)
  assert.deepEqual(take(lines), ['60 error one (9499 more times in the last minute) {"err":{}}'])
})
