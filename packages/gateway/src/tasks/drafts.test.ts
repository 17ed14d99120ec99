import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { testCard } from '../storage/card/testing/card.ts'
import { compile } from './compile/compile.ts'
import type { CompiledTask } from './compile-all.rules.ts'
import { Drafts } from './drafts.ts'

const writer =
  'TASK 2 PERIOD 1000\nDEF relay BIT AT 3:C 4 SAFE 0\nDEF set U16[2] AT 2:H 10\nPUT relay = 1\nPUT set[0] = 7\n'

const compiled = (file: string, text: string): CompiledTask => {
  const bytes = Buffer.from(text)
  const program = compile(bytes)
  return 'ok' in program ? { file, bytes, program: program.ok } : assert.fail(JSON.stringify(program.problem))
}

function setUp(t: TestContext) {
  const { card, folder } = testCard(t)
  const tasks = {
    loaded: [] as CompiledTask[],
    reloads: 0,
    async reload() {
      tasks.reloads += 1
    },
  }
  mkdirSync(join(folder, 'TASKS', 'DRAFTS'), { recursive: true })
  const pathOf = (name: string): string => join(folder, 'TASKS', name)
  return {
    tasks,
    drafts: new Drafts({ card, tasks }),
    write: (name: string, text: string) => writeFileSync(pathOf(name), text),
    textOf: (name: string) => (existsSync(pathOf(name)) ? readFileSync(pathOf(name), 'utf8') : null),
  }
}

test('a check lists the registers that the task writes', (t) => {
  const { drafts } = setUp(t)
  assert.deepEqual(drafts.check(writer).writes, [
    { item: 'set', unit: 2, area: 'H', address: 10, count: 2, hasSafeValue: false },
    { item: 'relay', unit: 3, area: 'C', address: 4, count: 1, hasSafeValue: true },
  ])
  assert.deepEqual(drafts.check('TASK 1 PERIOD 1000\nDEF level U16 AT 1:H 0\nDO RETURN\n').writes, [])
})

const failOver = (statements: string): string =>
  `TASK 2 PERIOD 1000\nDEF main BIT AT 2:C 0\nDEF spare BIT AT 3:C 0\nDEF level U16 AT 2:H 5\n${statements}\nDO RETURN\n`

const failOvers: [name: string, statements: string, lines: number[]][] = [
  ['a write above the test', 'PUT main = 1\nIF ERR(main) <> 0 DO GOTO spare1\nDO RETURN\nspare1: PUT spare = 1', [5]],
  ['a read of another item of the unit', 'IF level > 5 DO RETURN\nIF ERR(main) <> 0 DO RETURN', [5]],
  ['a write behind a test that does not leave', 'IF ERR(main) <> 0 DO PUT spare = 1\nPUT main = 1', [6]],
  [
    'a write behind a test that leaves',
    'IF ERR(main) <> 0 DO GOTO spare1\nPUT main = 1\nDO RETURN\nspare1: PUT spare = 1',
    [],
  ],
  ['a test in the statement itself', 'IF ERR(main) = 0 DO PUT main = 1\nIF ERR(main) <> 0 DO PUT spare = 1', []],
  ['a test in the same condition as the item', 'IF ERR(main) = 0 AND level > 5 DO PUT spare = 1', [5]],
  ['a unit that is never tested', 'PUT main = 1\nPUT spare = 1', []],
]
for (const [name, statements, lines] of failOvers) {
  test(`a check warns of statements that undo a fail-over: ${name}`, (t) => {
    const { problem, warnings } = setUp(t).drafts.check(failOver(statements))
    assert.equal(problem, null)
    assert.deepEqual(
      warnings.map(({ line, unit }) => [line, unit]),
      lines.map((line) => [line, 2]),
    )
  })
}

test('a check lists every problem, without the names that a faulty line should have defined', (t) => {
  const { drafts } = setUp(t)
  const check = drafts.check(
    'TASK 1 PERIOD 1000\nDEF a XYZ AT 1:H 0\nPUT a = 1\nPUR b = 2\nDEF c U16 = 70000\nPUT c = "x"\n',
  )
  assert.deepEqual(check.problems, [
    { line: 2, code: 'ERROR_UNKNOWN_TYPE' },
    { line: 4, code: 'ERROR_LINE_UNRECOGNIZED' },
    { line: 5, code: 'ERROR_VALUE_FORMAT' },
  ])
  assert.deepEqual(check.problem, check.problems[0])
  const undeclared = drafts.check('TASK 1 PERIOD 1000\nPUT other = 1\nPUR next\n')
  assert.deepEqual(
    undeclared.problems.map(({ line, code }) => [line, code]),
    [
      [2, 'ERROR_ITEM_UNDECLARED'],
      [3, 'ERROR_LINE_UNRECOGNIZED'],
    ],
  )
  const labels = drafts.check('TASK 1 PERIOD 1000\nDO GOTO a\nDO CALL b\nPUT c = 1\n')
  assert.deepEqual(labels.problems, [{ line: 4, code: 'ERROR_ITEM_UNDECLARED' }])
  const missing = drafts.check('TASK 1 PERIOD 1000\nDO GOTO a\nDO CALL b\n')
  assert.deepEqual(
    missing.problems.map(({ line }) => line),
    [2, 3],
  )
  assert.equal(drafts.check(`TASK 1 PERIOD 1000\n${'PUR x\n'.repeat(200)}`).problems.length, 50)
})

test('a check with a file name reports registers that another task writes', (t) => {
  const { drafts, tasks } = setUp(t)
  tasks.loaded = [compiled('OTHER.TSK', writer)]
  assert.equal(drafts.check(writer, 'MINE.TSK').problem?.code, 'ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER')
  assert.equal(drafts.check(writer, 'OTHER.TSK').problem, null)
})

test('starting a draft makes it the running file', async (t) => {
  const { drafts, tasks, write, textOf } = setUp(t)
  write('DRAFTS/OVEN.TSK', writer)
  assert.equal(await drafts.start('OVEN.TSK', drafts.check(writer).revision), undefined)
  assert.deepEqual([textOf('OVEN.TSK'), textOf('DRAFTS/OVEN.TSK'), tasks.reloads], [writer, null, 1])
})

test('starting a draft keeps the text that it replaces', async (t) => {
  const { drafts, write, textOf } = setUp(t)
  write('OVEN.TSK', 'TASK 1 PERIOD 500\nDO RETURN\n')
  write('DRAFTS/OVEN.TSK', writer)
  await drafts.start('OVEN.TSK', drafts.check(writer).revision)
  assert.deepEqual([textOf('OVEN.TSK'), textOf('DRAFTS/OVEN.BAK')], [writer, 'TASK 1 PERIOD 500\nDO RETURN\n'])
})

test('a draft that changed after its check does not start', async (t) => {
  const { drafts, write, textOf, tasks } = setUp(t)
  const { revision } = drafts.check(writer)
  write('DRAFTS/OVEN.TSK', `${writer}PUT set[1] = 1\n`)
  assert.equal(await drafts.start('OVEN.TSK', revision), 'changed')
  assert.deepEqual([textOf('OVEN.TSK'), tasks.reloads], [null, 0])
})

test('a draft with a problem does not start', async (t) => {
  const { drafts, write, textOf } = setUp(t)
  write('DRAFTS/OVEN.TSK', 'TASK 1 PERIOD 500\nPUR\n')
  const { revision } = drafts.check('TASK 1 PERIOD 500\nPUR\n')
  assert.deepEqual(await drafts.start('OVEN.TSK', revision), { errorLine: 2, errorCode: 'ERROR_LINE_UNRECOGNIZED' })
  assert.equal(textOf('OVEN.TSK'), null)
})

test('stopping a task makes it a draft, and keeps a draft of its name', async (t) => {
  const { drafts, write, textOf } = setUp(t)
  write('OVEN.TSK', writer)
  await drafts.stop('OVEN.TSK')
  assert.deepEqual([textOf('OVEN.TSK'), textOf('DRAFTS/OVEN.TSK')], [null, writer])
  write('OVEN.TSK', 'TASK 1 PERIOD 500\nDO RETURN\n')
  await drafts.stop('OVEN.TSK')
  assert.deepEqual(
    [textOf('OVEN.TSK'), textOf('DRAFTS/OVEN.TSK'), textOf('DRAFTS/OVEN.BAK')],
    [null, writer, 'TASK 1 PERIOD 500\nDO RETURN\n'],
  )
})
