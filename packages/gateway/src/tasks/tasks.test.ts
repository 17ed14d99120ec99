import assert from 'node:assert/strict'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Clock, VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { quietLog } from '../bus/testing/line.ts'
import { CardError, type FrCode } from '../storage/card/card-error.ts'
import { testCard } from '../storage/card/testing/card.ts'
import type { TasksOptions } from './create-task.ts'
import { Tasks } from './tasks.ts'
import { TestUnits } from './testing/test-units.ts'

const head = 'TASK 1 PERIOD 60000\n'
const recheckMs = 5000
const adds = `${head}DEF a U16 AT 1:H 0\nPUT a = a + 1\n`

/** Tasks on a card of their own. */
function setUp(
  t: TestContext,
  over: (card: TasksOptions['card']) => Partial<TasksOptions['card']> = () => ({}),
  format: 2 | null = null,
  storeIntervalDays: number | null = null,
) {
  const { card, folder } = testCard(t)
  const clock = new VirtualClock(1000)
  const looked = { times: 0 }
  const counted: Clock = {
    now: () => clock.now(),
    after(delayMs, act) {
      if (delayMs === recheckMs) looked.times += 1
      return clock.after(delayMs, act)
    },
  }
  const units = new TestUnits()
  const warned: object[] = []
  const bound: TasksOptions['card'] = {
    dir: card.dir.bind(card),
    info: card.info.bind(card),
    readBytes: card.readBytes.bind(card),
    append: card.append.bind(card),
    remove: card.remove.bind(card),
    writeFile: card.writeFile.bind(card),
    eject: card.eject.bind(card),
  }
  const tasks = new Tasks({
    card: { ...bound, ...over(bound) },
    gate: units,
    settings: { format, storeIntervalDays, fileSizeLimitKb: 0 },
    clock: counted,
    now: () => new Date(clock.now()),
    localNow: () => new Date(clock.now()),
    sun: () => ({ sunriseSec: null, sunsetSec: null }),
    sendSms: () => undefined,
    log: { ...quietLog, warn: (details) => void warned.push(details) },
  })
  t.after(() => tasks.stop())
  let seconds = 0
  return {
    card,
    clock,
    units,
    tasks,
    warned,
    folder: join(folder, 'TASKS'),
    /** Written again, at a time of its own. */
    write(name: string, text: string): void {
      mkdirSync(join(folder, 'TASKS'), { recursive: true })
      writeFileSync(join(folder, 'TASKS', name), text)
      seconds += 1
      utimesSync(join(folder, 'TASKS', name), seconds, seconds)
    },
    /** Runs a check of the folder and waits until it is complete and the next one is scheduled. */
    async recheck(): Promise<void> {
      const before = looked.times
      clock.advance(recheckMs)
      await until(() => looked.times !== before)
    },
  }
}

const files = ({ tasks }: { tasks: Tasks }): string[] => tasks.status().tasks.map(({ sourceFile }) => sourceFile)

test('runs files that are on the card and reports faulty ones', async (t) => {
  const on = setUp(t)
  on.write('B.TSK', adds)
  on.write('A.TSK', `${head}PUT nothing = 1`)
  on.write('readme.txt', 'no task')
  await on.tasks.start()
  on.clock.advance(0)
  const { heapUsedB, ...rest } = on.tasks.status()
  assert.deepEqual(rest, {
    filesFound: 2,
    loadedOn: '1970-01-01T00:00:01.000Z',
    errorFile: 'A.TSK',
    errorLine: 2,
    errorCode: 'ERROR_ITEM_UNDECLARED',
    tasks: [
      {
        sourceFile: 'B.TSK',
        periodMs: 60_000,
        state: 'running',
        lastRunOn: '1970-01-01T00:00:01.000Z',
        lastErrorCode: null,
      },
    ],
  })
  // Two bytes of an item, and 16 for each of a statement and its three parts.
  assert.equal(heapUsedB, 2 + 16 * 4)
  await on.clock.advanceAsync(0)
  assert.equal(on.units.bank(1).holding[0], 1)
})

test('files that come, change and go are seen; those that stay keep what they know', async (t) => {
  const on = setUp(t)
  await on.tasks.start()
  assert.partialDeepStrictEqual(on.tasks.status(), { filesFound: 0, heapUsedB: 0, errorCode: null, tasks: [] })
  on.write('B.TSK', adds)
  await on.recheck()
  assert.deepEqual(files(on), ['B.TSK'])
  on.clock.advance(0)
  const ranOn = on.tasks.status().tasks[0]?.lastRunOn
  on.write('A.TSK', `${head}DEF x U16`)
  on.write('B.TSK', adds)
  await on.recheck()
  assert.deepEqual(files(on), ['A.TSK', 'B.TSK'])
  assert.equal(on.tasks.status().tasks[1]?.lastRunOn, ranOn, 'the same text is the same task')
  on.write('A.TSK', `${head}DEF x`)
  await on.recheck()
  assert.deepEqual(files(on), ['B.TSK'])
  assert.partialDeepStrictEqual(on.tasks.status(), { filesFound: 2, errorFile: 'A.TSK', errorLine: 2 })
  assert.equal(on.warned.length, 1)
  rmSync(join(on.folder, 'A.TSK'))
  await on.recheck()
  assert.partialDeepStrictEqual(on.tasks.status(), { filesFound: 1, errorFile: null, errorLine: null, errorCode: null })
})

test('a change within the same second, of the same size, is seen a recheck later', async (t) => {
  const on = setUp(t)
  on.write('A.TSK', `${head}DEF x U16 = 1`)
  await on.tasks.start()
  writeFileSync(join(on.folder, 'A.TSK'), `${head}DEF x U16 = y`)
  utimesSync(join(on.folder, 'A.TSK'), 1, 1)
  await on.recheck()
  assert.equal(on.tasks.status().errorCode, 'ERROR_VALUE_FORMAT')
})

test('without a card there are no tasks, and they come back with it', async (t) => {
  const on = setUp(t)
  on.write('A.TSK', adds)
  await on.tasks.start()
  assert.deepEqual(files(on), ['A.TSK'])
  await on.card.eject()
  await on.recheck()
  assert.deepEqual(on.tasks.status(), {
    filesFound: null,
    loadedOn: null,
    heapUsedB: null,
    errorFile: null,
    errorLine: null,
    errorCode: null,
    tasks: [],
  })
  rmSync(join(on.folder, '..'), { recursive: true })
  on.write('A.TSK', adds)
  await on.recheck()
  assert.deepEqual(files(on), ['A.TSK'])
})

test('does not check the folder during an eject, so no task starts on a card that is being released', async (t) => {
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>()
  let looks = 0
  const on = setUp(t, ({ eject, info }) => ({
    info: (path) => {
      looks += 1
      return info(path)
    },
    eject: async () => {
      await slow
      await eject()
    },
  }))
  on.write('A.TSK', adds)
  await on.tasks.start()
  await on.clock.advanceAsync(0)
  const ejected = on.tasks.eject()
  const before = on.units.asked.length
  looks = 0
  // Looks and periods would have come meanwhile.
  await on.clock.advanceAsync(180_000)
  assert.deepEqual([files(on), on.units.asked.length, looks], [[], before, 0])
  goOn()
  await ejected
  await on.recheck()
  assert.deepEqual([files(on), on.units.asked.length], [[], before])
  await assert.rejects(on.tasks.eject(), { code: 'ERROR_FR_NOT_ENABLED' })
})

test('an eject that the card refuses leaves the tasks to the next recheck', async (t) => {
  const on = setUp(t, () => ({ eject: () => Promise.reject(new CardError('ERROR_FR_DISK_ERR', '/')) }))
  on.write('A.TSK', adds)
  await on.tasks.start()
  await assert.rejects(on.tasks.eject(), { code: 'ERROR_FR_DISK_ERR' })
  assert.deepEqual(files(on), [])
  await on.recheck()
  assert.deepEqual(files(on), ['A.TSK'])
})

test('a card that fails for long is no card: its tasks end, and come back with it', async (t) => {
  let isFailing = false
  const on = setUp(t, ({ info }) => ({
    info: async (path) => {
      if (isFailing) throw new CardError('ERROR_FR_DISK_ERR', path)
      return info(path)
    },
  }))
  on.write('A.TSK', adds)
  await on.tasks.start()
  const seen: string[][] = []
  for (const isOut of [true, true, false, true, true, true, true, false]) {
    isFailing = isOut
    await on.recheck()
    seen.push(files(on))
  }
  const runs = ['A.TSK']
  assert.deepEqual(seen, [runs, runs, runs, runs, runs, [], [], runs])
})

test('only one file writes a register; the second by name is skipped', async (t) => {
  const on = setUp(t)
  on.write('A.TSK', adds)
  on.write('B.TSK', `${head}DEF b U32 AT 1:H 0\nDEF c U16 AT 1:H 9\nPUT c = b`)
  on.write('C.TSK', `${head}DEF d U16[4] AT 1:H 7\nPUT d[0] = 1`)
  await on.tasks.start()
  assert.deepEqual(files(on), ['A.TSK', 'B.TSK'])
  assert.partialDeepStrictEqual(on.tasks.status(), {
    errorFile: 'C.TSK',
    errorLine: null,
    errorCode: 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER',
  })
})

test('there is an end to files, to their size, to their memory and to the length of their names', async (t) => {
  const on = setUp(t)
  const error = (errorFile: string, errorCode: string): void =>
    assert.partialDeepStrictEqual(on.tasks.status(), { errorFile, errorLine: null, errorCode })
  for (let at = 10; at < 30; at += 1) on.write(`A${at}.TSK`, head)
  await on.tasks.start()
  assert.equal(on.tasks.status().filesFound, 20)
  assert.equal(files(on).length, 16)
  error('A26.TSK', 'ERROR_OUT_OF_MEMORY')
  on.write('A10.TSK', `${head}${'# 123456789\n'.repeat(6000)}`)
  await on.recheck()
  error('A10.TSK', 'ERROR_OUT_OF_MEMORY')
  const large = `${head}DEF x F32\n${'PUT x = 1+1+1+1+1+1+1+1+1\n'.repeat(999)}`
  for (let at = 10; at < 15; at += 1) on.write(`A${at}.TSK`, large)
  await on.recheck()
  assert.ok((on.tasks.status().heapUsedB ?? 0) < 1_048_576)
  error('A13.TSK', 'ERROR_OUT_OF_MEMORY')
  for (let at = 10; at < 15; at += 1) on.write(`A${at}.TSK`, head)
  on.write('A long name.TSK', head)
  await on.recheck()
  error('A long name.TSK', 'ERROR_ITEM_NAME')
})

test('a folder that is none, and a card that fails, have their codes', async (t) => {
  let fails: FrCode | undefined
  const on = setUp(t, ({ info, readBytes }) => ({
    info: async (path) => {
      if (fails === 'ERROR_FR_DISK_ERR') throw new CardError(fails, path)
      return info(path)
    },
    readBytes: async (path, max) => {
      if (fails !== undefined) throw new CardError(fails, path)
      return readBytes(path, max)
    },
  }))
  on.write('A.TSK', adds)
  await on.tasks.start()
  fails = 'ERROR_FR_DISK_ERR'
  await on.recheck()
  assert.partialDeepStrictEqual(on.tasks.status(), { errorFile: null, errorCode: 'ERROR_IO' })
  assert.deepEqual(files(on), ['A.TSK'], 'what runs goes on')
  for (const [code, errorCode] of [
    ['ERROR_FR_NO_FILE', 'ERROR_NO_FILE'],
    ['ERROR_FR_NO_PATH', 'ERROR_NO_PATH'],
    ['ERROR_FR_TIMEOUT', 'ERROR_IO'],
  ] as const) {
    fails = code
    on.write('B.TSK', head)
    await on.recheck()
    assert.partialDeepStrictEqual(on.tasks.status(), { errorFile: 'A.TSK', errorCode })
  }
  fails = undefined
  rmSync(on.folder, { recursive: true })
  writeFileSync(on.folder, 'a file')
  await on.recheck()
  assert.partialDeepStrictEqual(on.tasks.status(), { filesFound: 0, errorLine: null, errorCode: 'ERROR_NO_PATH' })
})

test('a file that could not be read is read again, though nothing has changed', async (t) => {
  let isFailing = true
  const on = setUp(t, ({ readBytes }) => ({
    readBytes: async (path, max) => {
      if (isFailing && path.endsWith('B.TSK')) throw new CardError('ERROR_FR_DISK_ERR', path)
      return readBytes(path, max)
    },
  }))
  on.write('A.TSK', adds)
  on.write('B.TSK', head)
  await on.tasks.start()
  for (let looks = 0; looks < 4; looks += 1) await on.recheck()
  assert.partialDeepStrictEqual(on.tasks.status(), { errorFile: 'B.TSK', errorCode: 'ERROR_IO' })
  isFailing = false
  await on.recheck()
  assert.deepEqual(files(on), ['A.TSK', 'B.TSK'])
  assert.equal(on.tasks.status().errorCode, null)
})

test('logs each error once, however many there are', async (t) => {
  const on = setUp(t)
  for (const name of ['A.TSK', 'B.TSK', 'C.TSK']) on.write(name, `${head}PUT nothing = 1`)
  await on.tasks.start()
  for (let looks = 0; looks < 3; looks += 1) await on.recheck()
  on.write('D.TSK', head)
  await on.recheck()
  assert.equal(on.warned.length, 3)
  await on.card.eject()
  await on.recheck()
  rmSync(join(on.folder, '..'), { recursive: true })
  on.write('A.TSK', `${head}PUT nothing = 1`)
  await on.recheck()
  assert.equal(on.warned.length, 4, 'of another card it is told anew')
})

test('a card that takes no log keeps no task from its work', async (t) => {
  const refuse = (): Promise<never> => Promise.reject(new CardError('ERROR_FR_DENIED', 'ENOSPC'))
  const on = setUp(t, () => ({ append: refuse }), 2)
  on.write('A.TSK', `${head}DEF a U16 AT 1:H 0 LOG\nPUT a = a + 1`)
  await on.tasks.start()
  await on.clock.advanceAsync(10)
  assert.partialDeepStrictEqual(on.tasks.status().tasks, [{ lastErrorCode: null }])
  await on.recheck()
  await until(() => on.tasks.status().tasks[0]?.lastErrorCode !== null)
  assert.partialDeepStrictEqual(on.tasks.status().tasks, [{ lastErrorCode: 'EXC_IO' }])
  await on.clock.advanceAsync(60_000)
  assert.equal(on.units.bank(1).holding[0], 2)
})

test('a stop ends the tasks at once, and old logs that are being removed are left for another time', async (t) => {
  const removed: string[] = []
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>()
  const remove: TasksOptions['card']['remove'] = (path) => {
    removed.push(path)
    return slow
  }
  const on = setUp(t, () => ({ remove }), 2, 1)
  for (const name of ['0001.CSV', '0002.CSV'])
    await on.card.writeFile(`/LOGS/TASKS/A/19600101/${name}`, Buffer.from('x'))
  on.write('A.TSK', adds)
  await on.tasks.start()
  await until(() => removed.length !== 0)
  const stopped = on.tasks.stop()
  on.units.asked.length = 0
  await on.clock.advanceAsync(180_000)
  goOn()
  await stopped
  assert.deepEqual(on.units.asked, [])
  assert.deepEqual(removed, ['/LOGS/TASKS/A/19600101/0001.CSV'])
})

test('files in the drafts folder do not run, and new or changed files are pending until they are loaded', async (t) => {
  const on = setUp(t)
  mkdirSync(join(on.folder, 'DRAFTS'), { recursive: true })
  writeFileSync(join(on.folder, 'DRAFTS', 'D.TSK'), adds)
  await on.tasks.start()
  on.write('A.TSK', adds)
  assert.deepEqual((await on.tasks.view()).pending, ['A.TSK'])
  await on.tasks.reload()
  assert.deepEqual([files(on), (await on.tasks.view()).pending], [['A.TSK'], []])
  on.write('A.TSK', `${adds}PUT a = a + 1\n`)
  assert.deepEqual((await on.tasks.view()).pending, ['A.TSK'])
})
