import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Clock, VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { quietLog } from '../bus/testing/line.ts'
import { testCard } from '../storage/card/testing/card.ts'
import { KeptValues, keptValuesPath, readKeptValues } from './kept-values.ts'
import { newMemory } from './running/memory.ts'
import { programOf, valueOf } from './running/testing/program.ts'
import { Tasks } from './tasks.ts'
import { TestUnits } from './testing/test-units.ts'

const recheckMs = 5000
const hours = 'TASK 2 PERIOD 1000\nDEF hours U32 KEEP REG 2000\nPUT hours = hours + 1\n'

/** Gateways, one after the other, with one card. */
function setUp(t: TestContext, text = hours) {
  const { card, folder } = testCard(t)
  mkdirSync(join(folder, 'TASKS'))
  const place = (name: string): string => join(folder, 'TASKS', name)
  writeFileSync(place('PUMPS.TSK'), text)
  const clock = new VirtualClock(1000)
  const looked = { times: 0 }
  const counted: Clock = {
    now: () => clock.now(),
    after(delayMs, act) {
      if (delayMs === recheckMs) looked.times += 1
      return clock.after(delayMs, act)
    },
  }
  /** Runs a check of the folder and waits until it is complete and the next one is scheduled. */
  const recheck = async (): Promise<void> => {
    const before = looked.times
    clock.advance(recheckMs)
    await until(() => looked.times !== before)
  }
  const begin = async () => {
    const tasks = new Tasks({
      card,
      gate: new TestUnits(),
      settings: { format: null, storeIntervalDays: null, fileSizeLimitKb: 0 },
      clock: counted,
      now: () => new Date(clock.now()),
      localNow: () => new Date(clock.now()),
      sun: () => ({ sunriseSec: null, sunsetSec: null }),
      sendSms: () => undefined,
      log: quietLog,
    })
    t.after(() => tasks.stop())
    await tasks.start()
    return tasks
  }
  const periods = async (tasks: Tasks, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      clock.advance(1000)
      do await setImmediate()
      while (tasks.status().tasks.some(({ state }) => state === 'running'))
    }
  }
  return { card, place, begin, periods, recheck }
}

const shownBy = (tasks: Tasks): number | undefined => {
  const words = tasks.registers(2000, 2)
  return typeof words === 'number' ? undefined : (words[0] ?? 0) * 65_536 + (words[1] ?? 0)
}

test("a task's stored values are kept across restarts and changes of its file", async (t) => {
  const { place, begin, periods, recheck } = setUp(t)
  const first = await begin()
  await periods(first, 3)
  const before = shownBy(first) ?? 0
  assert.ok(before >= 3)
  await first.stop()
  const second = await begin()
  await periods(second, 1)
  assert.equal(shownBy(second), before + 1)
  writeFileSync(place('PUMPS.TSK'), `${hours}# changed\n`)
  await recheck()
  await periods(second, 1)
  assert.ok((shownBy(second) ?? 0) >= before + 2)
  await second.stop()
})

test('the card is written once a minute, and only where something changed', async (t) => {
  const { card, begin, periods } = setUp(t, 'TASK 2 PERIOD 1000\nDEF n U16 KEEP\nIF n < 5 DO PUT n = n + 1\n')
  let writes = 0
  const writeFile = card.writeFile.bind(card)
  card.writeFile = (path, bytes) => {
    writes += 1
    return writeFile(path, bytes)
  }
  const tasks = await begin()
  await periods(tasks, 55)
  assert.equal(writes, 0)
  await periods(tasks, 200)
  await tasks.stop()
  assert.equal(writes, 1)
})

test('a task whose kept values are damaged does not run, rather than begin with none', async (t) => {
  const { place, begin, periods, recheck } = setUp(t)
  const first = await begin()
  await periods(first, 2)
  await first.stop()
  const good = readFileSync(place('PUMPS.MEM'), 'latin1')
  writeFileSync(
    place('PUMPS.MEM'),
    good.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  )
  const second = await begin()
  assert.partialDeepStrictEqual(second.status(), { tasks: [], errorFile: 'PUMPS.TSK', errorCode: 'ERROR_CRC' })
  // To remove them is a step of its own.
  rmSync(place('PUMPS.MEM'))
  await recheck()
  await periods(second, 1)
  assert.equal(second.status().errorCode, null)
  assert.ok((shownBy(second) ?? 0) < 10)
})

test('a card that fails for a moment delays the task', async (t) => {
  const { card, begin, periods, recheck } = setUp(t)
  const first = await begin()
  await periods(first, 2)
  await first.stop()
  const readBytes = card.readBytes.bind(card)
  card.readBytes = (path, maxBytes) => {
    if (!path.endsWith('.MEM')) return readBytes(path, maxBytes)
    card.readBytes = readBytes
    return readBytes('/TASKS/PUMPS.TSK/NONE', maxBytes)
  }
  const second = await begin()
  assert.equal(second.status().errorCode, 'ERROR_IO')
  await recheck()
  await periods(second, 1)
  assert.deepEqual([second.status().errorCode, (shownBy(second) ?? 0) > 2], [null, true])
})

test('whatever an item holds comes back; what fits no more does not', async (t) => {
  const { card } = testCard(t)
  const clock = new VirtualClock(0)
  const program = programOf(
    'DEF n S32 KEEP\nDEF f F64[2] KEEP\nDEF s STR[9] KEEP\nDEF other U16 = 5',
    'TASK 2 PERIOD 500',
  )
  const changed = programOf('DEF n U8 = 9 KEEP\nDEF f F64[3] KEEP\nDEF s STR[4] = "old" KEEP', 'TASK 2 PERIOD 500')
  const options = { card, path: keptValuesPath('T.TSK'), clock, warn: (error: unknown) => assert.fail(String(error)) }
  const byte = fc.integer({ min: 1, max: 255 })
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
      fc.tuple(number, number),
      fc.array(byte, { maxLength: 9 }).map((bytes) => String.fromCharCode(...bytes)),
      async (n, f, s) => {
        const memory = newMemory(program)
        const keeper = new KeptValues({ ...options, items: program.items }, {})
        keeper.restore(memory)
        memory.numbers.set([n, ...f])
        memory.texts[0] = s
        keeper.note(memory)
        await keeper.stop()
        const stored = await readKeptValues(card, options.path)
        const back = newMemory(program)
        new KeptValues({ ...options, items: program.items }, stored).restore(back)
        assert.deepEqual(
          [...back.numbers].map((value) => value + 0),
          [...memory.numbers].map((value) => value + 0),
        )
        assert.equal(back.texts[0], s)
        const later = newMemory(changed)
        new KeptValues({ ...options, items: changed.items }, stored).restore(later)
        assert.equal(valueOf(changed, later, 'n'), n >= 0 && n < 256 ? n : 9)
        assert.deepEqual(valueOf(changed, later, 'f'), [0, 0, 0])
        assert.equal(valueOf(changed, later, 's'), s.length <= 4 ? s : 'old')
      },
    ),
    { numRuns: 40 },
  )
})
