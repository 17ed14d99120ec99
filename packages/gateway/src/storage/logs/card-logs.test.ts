import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { testCard } from '../card/testing/card.ts'
import { CardLogs, type LogFlags } from './card-logs.ts'
import { taggedLog } from './tagged-log.ts'

const startMs = Date.UTC(2026, 10, 16, 12)

function setUp(t: TestContext, flags: LogFlags = { system: true, restarts: true, tasks: true }) {
  const { card, folder } = testCard(t)
  const clock = new VirtualClock(0)
  const logs = new CardLogs({
    card,
    flags,
    clock,
    localNow: () => new Date(startMs + clock.now()),
    headOf: (file) => `log ${file}`,
  })
  const place = (name: string): string => join(folder, 'LOGS', name)
  const linesOf = (name: string): string[] =>
    existsSync(place(name)) ? readFileSync(place(name), 'utf8').split('\r\n').slice(1, -1) : []
  const textOf = (name: string): string => readFileSync(place(name), 'utf8')
  return { card, clock, logs, linesOf, textOf, names: () => readdirSync(join(folder, 'LOGS')).toSorted() }
}

test('lines wait a minute, errors and restarts do not', async (t) => {
  const { clock, logs, linesOf } = setUp(t)
  logs.add('system', 'info', 'one')
  clock.advance(59_999)
  assert.deepEqual(linesOf('SYSTEM.LOG'), [])
  logs.add('tasks', 'warn', 'two')
  logs.add('system', 'error', 'three')
  await logs.flush()
  assert.deepEqual(linesOf('SYSTEM.LOG'), [
    '2026-11-16 12:00:00.000 system info one',
    '2026-11-16 12:00:59.999 tasks warn two',
    '2026-11-16 12:00:59.999 system error three',
  ])
  logs.add('restarts', 'info', 'started')
  logs.add('system', 'info', 'four')
  await logs.flush()
  assert.deepEqual(linesOf('RESTARTS.LOG'), ['2026-11-16 12:00:59.999 restarts info started'])
})

test('a file begins with its header', async (t) => {
  const { logs, textOf } = setUp(t)
  for (const text of ['one', 'two']) logs.add('system', 'info', text)
  await logs.flush()
  logs.add('system', 'info', 'three')
  await logs.flush()
  assert.match(textOf('SYSTEM.LOG'), /^# log SYSTEM\r\n2026/)
  assert.equal(textOf('SYSTEM.LOG').split('#').length, 2)
})

test('a part whose flag is not set writes nothing', async (t) => {
  const { logs, linesOf } = setUp(t)
  logs.add('forwarding', 'error', 'one')
  logs.add('atm', 'error', 'two')
  await logs.flush()
  assert.deepEqual([linesOf('SYSTEM.LOG'), linesOf('ATM.LOG')], [[], []])
})

test('a file of a megabyte makes room for the next, and three before it are kept', async (t) => {
  const { logs, linesOf, names } = setUp(t)
  const long = 'x'.repeat(16_000)
  for (let n = 0; n < 400; n += 1) {
    logs.add('system', 'error', `${n} ${long}`)
    await logs.flush()
  }
  assert.deepEqual(names(), ['SYSTEM.LOG', 'SYSTEM1.LOG', 'SYSTEM2.LOG', 'SYSTEM3.LOG'])
  const firsts = names().map((name) => Number(linesOf(name)[0]?.split(' ')[4]))
  assert.deepEqual(
    firsts,
    firsts.toSorted((a, b) => b - a),
  )
  assert.ok(linesOf('SYSTEM1.LOG').join('\r\n').length >= 1_048_000)
})

test('a day has its limit: then errors alone, and how many lines were left out', async (t) => {
  const { clock, logs, linesOf } = setUp(t)
  const long = 'x'.repeat(16_000)
  for (let n = 0; n < 1100; n += 1) {
    logs.add('system', 'info', `${n} ${long}`)
    await logs.flush()
  }
  logs.add('system', 'error', 'an error')
  await logs.flush()
  const [warning, error] = linesOf('SYSTEM.LOG').slice(-2)
  const leftOut = Number(/warn (\d+) lines/.exec(warning ?? '')?.[1])
  assert.ok(leftOut > 40 && leftOut < 60, String(warning))
  assert.match(error ?? '', /error an error$/)
  clock.advance(86_400_000)
  logs.add('system', 'info', 'another day')
  await logs.flush()
  assert.match(linesOf('SYSTEM.LOG').at(-1) ?? '', /info another day$/)
})

test('a card that refuses writes loses the lines of a minute, and the next file reports how many', async (t) => {
  const { card, clock, logs, linesOf } = setUp(t)
  const append = card.append.bind(card)
  card.append = () => Promise.reject(new Error('full'))
  logs.add('system', 'error', 'lost')
  await logs.flush()
  card.append = append
  logs.add('system', 'error', 'too early')
  clock.advance(60_000)
  logs.add('system', 'error', 'kept')
  await logs.flush()
  assert.deepEqual(
    linesOf('SYSTEM.LOG').map((line) => line.slice(24)),
    ['system warn 2 lines were left out', 'system error kept'],
  )
})

test('masks the same secrets as the journal, and writes an error on one line', async (t) => {
  const { logs, linesOf } = setUp(t)
  const journal: string[] = []
  const say = (_: object, message: string): void => void journal.push(message)
  const log = taggedLog({ error: say, warn: say, info: say, debug: say }, logs, 'system')
  log.warn({ password: 'secret', token: '12345678-1234-1234-1234-123456789abc', port: 502 }, 'one')
  log.warn({ err: new Error('a\nb') }, 'two')
  log.debug({}, 'for the journal alone')
  await logs.flush()
  assert.deepEqual(journal, ['one', 'two', 'for the journal alone'])
  assert.deepEqual(
    linesOf('SYSTEM.LOG').map((line) => line.slice(24)),
    ['system warn one {"password":"***","token":"***","port":502}', 'system warn two: a b'],
  )
})
