import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { CardError } from '../../storage/card/card-error.ts'
import { isDosName } from '../../storage/card/names.rules.ts'
import { testCard } from '../../storage/card/testing/card.ts'
import { newMemory } from '../running/memory.ts'
import { programOf } from '../running/testing/program.ts'
import { sweepLogs } from './log-card.ts'
import { firstStoredDay } from './paths.rules.ts'
import { formats, TaskLog, type TaskLogOptions } from './task-log.ts'
import { readDat } from './testing/read-dat.ts'

const startMs = Date.UTC(2026, 10, 15, 23, 59)
const never = new AbortController().signal

function setUp(t: TestContext, settings: Partial<TaskLogOptions['settings']> = {}) {
  const { card, folder } = testCard(t)
  const clock = new VirtualClock()
  const warned: unknown[] = []
  const program = programOf('DEF v U16 AT 1:H 0 LOG')
  const memory = newMemory(program)
  const now = (): Date => new Date(startMs + clock.now())
  const newLog = (over: Partial<TaskLogOptions> = {}): TaskLog =>
    new TaskLog({
      sourceFile: 'Heat.tsk',
      items: program.items,
      settings: { format: 2, storeIntervalDays: null, fileSizeLimitKb: 0, ...settings },
      card,
      clock,
      now,
      localNow: now,
      warn: (error) => warned.push(error),
      ...over,
    })
  const add = (log: TaskLog, count: number): void => {
    for (let n = 0; n < count; n += 1) {
      memory.numbers[0] = (memory.numbers[0] ?? 0) + 1
      log.add(memory)
    }
  }
  const all = (): string[] =>
    readdirSync(join(folder, 'LOGS'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .toSorted()
  const text = (name: string): string => readFileSync(join(folder, 'LOGS', name), 'utf8')
  return { card, clock, items: program.items, newLog, add, all, text, warned }
}

test('records gather and go to the card together', async (t) => {
  const on = setUp(t)
  const log = on.newLog()
  on.add(log, 1)
  on.clock.advance(1000)
  on.add(log, 2)
  assert.throws(() => on.all(), /ENOENT/)
  on.clock.advance(4000)
  const name = join('TASKS', 'HEAT', '20261115', '0001.CSV')
  for (;;) {
    await setImmediate()
    try {
      if (on.text(name).split('\r\n').length === 5) break
    } catch {
      // Not there yet.
    }
  }
  assert.equal(
    on.text(name),
    'time;v\r\n2026-11-15T23:59:00.000;1\r\n2026-11-15T23:59:01.000;2\r\n2026-11-15T23:59:01.000;3\r\n',
  )
  on.add(log, 1)
  await log.stop()
  assert.equal(on.text(name).split('\r\n').length, 6)
  assert.ok(name.split('/').every(isDosName))
})

test('a file is full at its limit, a day ends it, and a start begins another', async (t) => {
  const on = setUp(t)
  const log = on.newLog()
  // 27 or 28 bytes each: 1024 hold about 36 of them.
  on.add(log, 60)
  on.clock.advance(2 * 60_000)
  on.add(log, 1)
  await log.stop()
  const again = on.newLog({ settings: { format: 1, storeIntervalDays: null, fileSizeLimitKb: 0 } })
  on.add(again, 1)
  await again.stop()
  const [day, next] = [join('TASKS', 'HEAT', '20261115'), join('TASKS', 'HEAT', '20261116')]
  assert.deepEqual(on.all(), [
    join(day, '0001.CSV'),
    join(day, '0002.CSV'),
    join(next, '0001.CSV'),
    join(next, '0002.DAT'),
  ])
  const [one, two] = [on.text(join(day, '0001.CSV')), on.text(join(day, '0002.CSV'))]
  assert.ok(one.length <= 1024 && one.length > 1024 - 28, String(one.length))
  for (const file of [one, two]) assert.ok(file.startsWith('time;v\r\n') && file.endsWith('\r\n'))
  const values = [one, two]
    .flatMap((file) => file.trimEnd().split('\r\n').slice(1))
    .map((line) => Number(line.split(';')[1]))
  assert.deepEqual(
    values,
    Array.from({ length: 60 }, (_, n) => n + 1),
  )
})

test('a log that is removed while its task runs begins with its header again', async (t) => {
  for (const [format, extension] of [
    [1, 'DAT'],
    [2, 'CSV'],
    [5, 'CSV'],
  ] as const) {
    await t.test(`format ${format}`, async (one) => {
      const on = setUp(one, { format })
      const log = on.newLog()
      const path = `/LOGS/TASKS/HEAT/20261115/0001.${extension}`
      const bytes = (): Promise<Uint8Array> => on.card.readBytes(path, 4096)
      on.add(log, 2)
      await log.stop()
      const [header, before] = [formats[format].header(on.items), await bytes()]
      await on.card.remove(path)
      on.add(log, 2)
      await log.stop()
      assert.deepEqual((await bytes()).subarray(0, header.length), new Uint8Array(header))
      assert.equal((await bytes()).length, before.length)
      // The whole day, too; and what is full ends as the others do.
      await on.card.remove(path)
      await on.card.remove('/LOGS/TASKS/HEAT/20261115')
      on.add(log, 200)
      await log.stop()
      const files = on.all().map((name) => `/LOGS/${name}`)
      assert.ok(files.length > 1)
      for (const file of files) {
        const content = await on.card.readBytes(file, 4096)
        assert.ok(content.length <= 1024)
        assert.deepEqual(content.subarray(0, header.length), new Uint8Array(header))
        if (format === 1) assert.ok('records' in readDat(content))
      }
    })
  }
})

test('a full card stops the log for a while, and it goes on in another file', async (t) => {
  const on = setUp(t)
  let isFull = false
  const append: TaskLogOptions['card']['append'] = (...args) =>
    isFull ? Promise.reject(new CardError('ERROR_FR_DENIED', 'ENOSPC')) : on.card.append(...args)
  const log = on.newLog({ card: { append, dir: on.card.dir.bind(on.card), remove: on.card.remove.bind(on.card) } })
  on.add(log, 1)
  await log.stop()
  isFull = true
  on.add(log, 1)
  await log.stop()
  assert.equal(log.isFailing, true)
  assert.equal(on.warned.length, 1)
  isFull = false
  on.add(log, 1)
  await log.stop()
  assert.equal(log.isFailing, true, 'nothing is tried for a minute')
  on.clock.advance(60_000)
  on.add(log, 1)
  await log.stop()
  assert.equal(log.isFailing, false)
  const values = on.all().map((name) => on.text(name).trimEnd().split(';').at(-1))
  assert.deepEqual(values, ['1', '4'])
})

test('large records of a short period do not wait until they are too many', async (t) => {
  const on = setUp(t, { fileSizeLimitKb: 65_535 })
  const { items } = programOf('DEF v BIT[1024] AT 1:C 0 LOG\nDEF w BIT[1024] AT 1:D 0 LOG')
  const memory = newMemory({ items, numberCount: 2048, textCount: 0, riseCount: 0, timerCount: 0 })
  let written = 0
  const append: TaskLogOptions['card']['append'] = async (_path, bytes) => (written += bytes.length)
  const dir: TaskLogOptions['card']['dir'] = async () => ({ fromIdx: null, toIdx: null, total: 0, items: [] })
  const log = on.newLog({ items, card: { append, dir, remove: on.card.remove.bind(on.card) } })
  for (let n = 0; n < 100; n += 1) {
    log.add(memory)
    on.clock.advance(49)
    await setImmediate()
  }
  await log.stop()
  assert.deepEqual([on.warned, log.isFailing], [[], false])
  assert.ok(written > 100 * 4096, String(written))
})

test('the queue for a card that does not respond is limited', (t) => {
  const on = setUp(t)
  const stuck = new Promise<never>(() => undefined)
  const log = on.newLog({ card: { append: () => stuck, dir: () => stuck, remove: () => stuck } })
  on.add(log, 10)
  on.clock.advance(5000)
  on.add(log, 12_000)
  assert.equal(log.isFailing, true)
})

test('days before those that are kept are removed, of every task, and nothing else', async (t) => {
  const on = setUp(t)
  const put = (path: string): Promise<void> => on.card.writeFile(`/LOGS/TASKS/${path}`, Buffer.from('x'))
  for (const path of [
    'HEAT/20261101/0001.CSV',
    'HEAT/20261101/0002.DAT',
    'HEAT/20261113/0001.CSV',
    'OLD/20250101/0001.CSV',
  ]) {
    await put(path)
  }
  for (const path of ['HEAT/20261102/0001.CSV', 'HEAT/20261102/notes.txt', 'HEAT/readme.txt', 'readme.txt'])
    await put(path)
  const firstDay = firstStoredDay(new Date(startMs), 2)
  assert.equal(firstDay, '20261113')
  assert.equal(firstStoredDay(new Date(startMs), null), undefined)
  await sweepLogs(on.card, firstDay, never).catch((error: unknown) => assert.fail(String(error)))
  const left = ['HEAT/20261102/notes.txt', 'HEAT/20261113/0001.CSV', 'HEAT/readme.txt', 'readme.txt']
  assert.deepEqual(
    on.all(),
    left.map((path) => join('TASKS', path)),
  )
  assert.equal((await on.card.dir('/LOGS/TASKS/HEAT')).total, 3)
})

test('a day that cannot be removed keeps no other from being removed', async (t) => {
  const on = setUp(t)
  for (const task of ['COOL', 'HEAT'])
    await on.card.writeFile(`/LOGS/TASKS/${task}/20261101/0001.CSV`, Buffer.from('x'))
  const refused = new CardError('ERROR_FR_DENIED', 'read-only')
  const remove: TaskLogOptions['card']['remove'] = (path) =>
    path.includes('COOL') ? Promise.reject(refused) : on.card.remove(path)
  const card = { append: on.card.append.bind(on.card), dir: on.card.dir.bind(on.card), remove }
  await assert.rejects(sweepLogs(card, '20261113', never), refused)
  assert.deepEqual(on.all(), [join('TASKS', 'COOL', '20261101', '0001.CSV')])
})
