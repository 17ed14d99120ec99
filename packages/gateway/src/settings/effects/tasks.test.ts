import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '@busbar/kit/testing'
import { testFolder } from '../../testing/folder.ts'
import { startProgram, type TestProgram } from '../../testing/program.ts'

/** A read of unit 7, as it is on the line: one register, 42. */
const answered = '070302002ab19b'
const task = 'TASK 1 PERIOD 100\nDEF v U16 AT 7:H 0 LOG\n'

/** The program with a card that has a task on it. */
const setUp = async (t: TestContext, variant: 'A' | 'B' = 'B'): Promise<{ program: TestProgram; logs: string }> => {
  const card = testFolder(t)
  mkdirSync(join(card, 'TASKS'))
  writeFileSync(join(card, 'TASKS', 'METER.TSK'), task)
  const program = await startProgram(t, {}, { card, variant })
  program.answerWith(answered)
  return { program, logs: join(card, 'LOGS', 'TASKS') }
}

/** Logs so for a while, and ends: the card has all of it then. */
const logFor = async (program: TestProgram, tasksLogging: object, ms: number): Promise<void> => {
  await program.set({ tasksLogging })
  await program.clock.advanceAsync(ms)
  await program.set({ tasksLogging: { format: null } })
}

const filesIn = (logs: string): string[] => {
  try {
    const all = readdirSync(logs, { recursive: true, encoding: 'utf8' })
    return all.filter((name) => name.includes('.')).toSorted()
  } catch {
    return []
  }
}

test('tasksLogging.format: none, binary, and text with each separator, with headers and without', async (t) => {
  const { program, logs } = await setUp(t)
  await logFor(program, { format: null }, 2000)
  assert.deepEqual(filesIn(logs), [])
  const seen: string[] = []
  for (const format of [1, 2, 3, 4, 5, 6, 7]) {
    const before = filesIn(logs)
    await logFor(program, { format }, 2000)
    const [name = ''] = filesIn(logs).filter((one) => !before.includes(one))
    const bytes = readFileSync(join(logs, name))
    const [first = ''] = bytes.toString('latin1').split('\r\n')
    seen.push(`${name.split('.')[1]} ${format === 1 ? first.slice(0, 4) : first.replace(/\d{4}-.*\.\d{3}/, 'TIME')}`)
  }
  assert.deepEqual(seen, [
    'DAT BBTL',
    'CSV time;v',
    'CSV time,v',
    'CSV time\tv',
    'CSV TIME;42',
    'CSV TIME,42',
    'CSV TIME\t42',
  ])
})

test('tasksLogging.fileSizeLimitKb: a file has one kilobyte more at most, and another follows', async (t) => {
  const { program, logs } = await setUp(t)
  const sizes = async (fileSizeLimitKb: number): Promise<number[]> => {
    const before = filesIn(logs)
    await logFor(program, { format: 2, fileSizeLimitKb }, 10_000)
    const added = filesIn(logs).filter((one) => !before.includes(one))
    return added.map((name) => readFileSync(join(logs, name)).length)
  }
  const small = await sizes(0)
  assert.ok(small.length >= 2 && small.every((size) => size <= 1024), String(small))
  const [only, ...more] = await sizes(9)
  assert.ok(Number(only) > 1024 && more.length === 0)
})

test('tasksLogging.storeIntervalDays: older days are removed; with null nothing ever is', async (t) => {
  const { program, logs } = await setUp(t)
  for (const day of ['20261101', '20261114']) {
    mkdirSync(join(logs, 'OLD', day), { recursive: true })
    writeFileSync(join(logs, 'OLD', day, '0001.CSV'), 'x')
  }
  await logFor(program, { format: 5, storeIntervalDays: null }, 500)
  assert.deepEqual(readdirSync(join(logs, 'OLD')).toSorted(), ['20261101', '20261114'])
  await program.set({ tasksLogging: { format: 5, storeIntervalDays: 2 } })
  // Beside everything else, and an end of the program does not wait for it.
  await until(() => readdirSync(join(logs, 'OLD')).length <= 1)
  assert.deepEqual(readdirSync(join(logs, 'OLD')), ['20261114'])
})

test('the state shows the tasks, and their errors', async (t) => {
  const { program } = await setUp(t)
  const state = async () =>
    ((await program.admin().get('state/get/?memTaskfiles')) as { memTaskfiles: object }).memTaskfiles
  await program.clock.advanceAsync(250)
  const facts = { sourceFile: 'METER.TSK', periodMs: 100 }
  assert.partialDeepStrictEqual(await state(), {
    filesFound: 1,
    errorCode: null,
    tasks: [{ ...facts, lastErrorCode: null }],
  })
  await program.set({ serial: { uidRange: '1-6' } })
  await program.clock.advanceAsync(250)
  assert.partialDeepStrictEqual(await state(), { tasks: [{ ...facts, lastErrorCode: 'EXC_PARAM_PATH_UNAVAILABLE' }] })
})

test('an eject is answered when the tasks have ended and all that they logged is on the card', async (t) => {
  const { program, logs } = await setUp(t)
  await program.set({ tasksLogging: { format: 2, fileSizeLimitKb: 9 } })
  await program.clock.advanceAsync(2000)
  assert.deepEqual(await program.admin().post('cmd/memory/card_eject/'), {})
  const state = await program.admin().get('state/get/?memTaskfiles&memCard')
  assert.partialDeepStrictEqual(state, {
    memTaskfiles: { filesFound: null, tasks: [] },
    memCard: { isMounted: false, isInserted: true },
  })
  const text = (): string =>
    filesIn(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('')
  const lines = text().split('\r\n').length
  // A header, twenty runs, and the end of the last line.
  assert.ok(lines >= 21, String(lines))
  const wireLength = program.wire.length
  await program.clock.advanceAsync(20_000)
  assert.equal(program.wire.length, wireLength, 'nobody asks any more')
  assert.equal(text().split('\r\n').length, lines)
})

test('in variant A the card is ejected all the same', async (t) => {
  const { program } = await setUp(t, 'A')
  assert.deepEqual(await program.admin().post('cmd/memory/card_eject/'), {})
  await assert.rejects(program.admin().post('cmd/memory/card_eject/'), /503 .*ERROR_FR_NOT_ENABLED/)
})

test('in variant A no task runs', async (t) => {
  const { program } = await setUp(t, 'A')
  await program.clock.advanceAsync(1000)
  assert.deepEqual(program.wire, [])
  assert.deepEqual(await program.admin().get('state/get/?memTaskfiles'), { memTaskfiles: {} })
})
