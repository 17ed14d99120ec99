import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { cellMs, cellsOfDay, DayStatistics } from './day-statistics.ts'
import { ExchangeLog, type LoggedExchange } from './exchange-log.ts'
import { sourceOf } from './source.rules.ts'
import { bench } from './testing/line.ts'

const read = Uint8Array.of(3, 0, 0, 0, 1)
const exchange = (fields: Partial<LoggedExchange> & { sentMs: number }): LoggedExchange => ({
  by: 'call-back',
  unit: 7,
  request: read,
  answer: Uint8Array.of(3, 2, 0, 1),
  error: undefined,
  noise: 0,
  tookMs: 30,
  ...fields,
})
const failed = { answer: undefined, error: 'timeout' } as const

for (const [by, source] of [
  ['call-back', 'cloud'],
  ['tcp 3', 'tcp'],
  ['task OVEN.TSK', 'task'],
  ['session 12', 'api'],
  ['guest 192.168.1.7', 'api'],
  ['search', 'search'],
  ['identify', 'identify'],
  ['master on the bus', 'other'],
] as const) {
  test(`${by} is ${source}`, () => assert.equal(sourceOf(by), source))
}

test('a unit has a cell for each quarter of an hour, and none where it was not asked', () => {
  const clock = new VirtualClock(10 * cellMs)
  const day = new DayStatistics(clock)
  day.add(exchange({ sentMs: clock.now() }))
  day.add(exchange({ sentMs: clock.now(), ...failed }))
  clock.advance(2 * cellMs)
  day.add(exchange({ sentMs: clock.now(), answer: undefined, error: 'crc' }))
  day.add(exchange({ sentMs: clock.now(), answer: Uint8Array.of(0x83, 2) }))
  const [unit = assert.fail()] = day.units()
  assert.equal(unit.cells.length, cellsOfDay)
  assert.deepEqual(unit.cells.slice(-3), [[1, 1, 0, 0], null, [0, 0, 1, 1]])
  assert.deepEqual([unit.failedInRow, unit.answeredMs], [0, clock.now() + 30])
  clock.advance(94 * cellMs)
  assert.deepEqual(
    day.units()[0]?.cells.flatMap((cell, at) => (cell === null ? [] : [at])),
    [1],
  )
  // Exchanges older than a day are removed, and their cell starts empty.
  day.add(exchange({ sentMs: clock.now() }))
  assert.deepEqual(
    day.units()[0]?.cells.filter((cell) => cell !== null),
    [
      [0, 0, 1, 1],
      [1, 0, 0, 0],
    ],
  )
})

test('does not list a unit that a search did not find', () => {
  const day = new DayStatistics(new VirtualClock())
  day.add(exchange({ sentMs: 0, by: 'search', unit: 9, ...failed }))
  day.add(exchange({ sentMs: 0, by: 'search', unit: 3 }))
  assert.deepEqual(
    day.units().map(({ unit }) => unit),
    [3],
  )
})

test('reports the load of each minute and the share of each source', () => {
  const clock = new VirtualClock(60_000)
  const day = new DayStatistics(clock)
  for (let at = 0; at < 10; at += 1) day.add(exchange({ sentMs: clock.now() + at * 1000, tookMs: 600 }))
  day.add(exchange({ sentMs: clock.now(), by: 'task OVEN.TSK', ...failed }))
  assert.deepEqual(day.sources(), [
    { source: 'cloud', requests: 10, failed: 0, busyMs: 6000 },
    { source: 'task', requests: 1, failed: 1, busyMs: 30 },
  ])
  clock.advance(120_000)
  assert.deepEqual(day.load(), [10, 0])
  clock.advance(3_600_000)
  assert.deepEqual(day.load(), Array(60).fill(0))
})

test('the last thousand exchanges are kept, in order', () => {
  const log = new ExchangeLog()
  const numbers: number[] = []
  const end = log.listen(({ number }) => void numbers.push(number))
  for (let at = 0; at < 1500; at += 1) log.add(exchange({ sentMs: at }))
  end()
  log.add(exchange({ sentMs: 1500 }))
  assert.deepEqual([log.last(5000).length, log.last(1)[0]?.number, log.last(1000)[0]?.number], [1000, 1501, 502])
  assert.equal(numbers.length, 1500)
})

test('forgets a unit that does not respond an hour after its last request, and no other', () => {
  const clock = new VirtualClock()
  const day = new DayStatistics(clock)
  day.add(exchange({ unit: 9, sentMs: 0 }))
  for (const unit of [10, 11]) day.add(exchange({ unit, sentMs: 0, ...failed }))
  clock.advance(1_800_000)
  day.add(exchange({ unit: 11, sentMs: 1_800_000, ...failed }))
  const units = (): number[] => day.units().map(({ unit }) => unit)
  clock.advance(1_799_999)
  assert.deepEqual(units(), [9, 10, 11])
  clock.advance(1)
  assert.deepEqual(units(), [9, 11])
})

test('reports why answers of a unit could not be trusted, until an hour has passed', async () => {
  const clock = new VirtualClock()
  const day = new DayStatistics(clock)
  day.add(exchange({ unit: 4, sentMs: 0 }))
  for (const sentMs of [100, 200]) day.add(exchange({ unit: 5, sentMs, error: 'DuplicateUnit', answer: undefined }))
  assert.deepEqual(day.units()[1]?.disturbance, { cause: 'DuplicateUnit', count: 2, lastMs: 230 })
  assert.deepEqual(day.summary(), { disturbances: [{ uid: 5, cause: 'DuplicateUnit' }] })
  clock.advance(3_600_300)
  assert.deepEqual(day.summary(), { disturbances: [] })
})

test('reports requests with their outcome', async () => {
  const field = await bench()
  const { bus } = field
  await field.ask({ unit: 1, by: 'tcp 1' })
  await field.ask({ unit: 99, by: 'tcp 1', timeoutMs: 50 })
  const seen = bus.exchanges
    .last(10)
    .map(({ unit, request, answer, error }) => [
      unit,
      Buffer.from(request).toString('hex'),
      answer && Buffer.from(answer).toString('hex'),
      error,
    ])
  assert.deepEqual(seen, [
    [1, '0300000002', '0304012c000a', undefined],
    [99, '0300000002', undefined, 'timeout'],
  ])
  assert.deepEqual(
    bus.day.units().map(({ unit, failedInRow }) => [unit, failedInRow]),
    [
      [1, 0],
      [99, 1],
    ],
  )
  await bus.stop()
})

test('opens a newly chosen port at once', async () => {
  const field = await bench()
  const { bus, opened, clock } = field
  assert.ok('ok' in (await field.ask({})))
  bus.reopen()
  await clock.advanceAsync(500)
  assert.equal(opened.length, 2)
  assert.ok('ok' in (await field.ask({})))
  await bus.stop()
})
