import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from './compile/compile.ts'
import { compileCodes } from './compile/compile-error.ts'
import type { Program } from './compile/emit.ts'
import { codesWithoutCause, executionCodes } from './running/fault.ts'
import { newMemory } from './running/memory.ts'
import { type RunOutcome, run } from './running/run.ts'
import { moment, valueOf } from './running/testing/program.ts'

const guide = readFileSync(new URL('../../../../docs/reference/task-language.md', import.meta.url), 'utf8')
const blocks = (kind: string): string[] =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${kind}\n(.*?)^\`\`\``, 'gms')), ([, text = '']) => text)

const programOf = (text: string): Program => {
  const compiled = compile(Buffer.from(text))
  return 'ok' in compiled ? compiled.ok : assert.fail(`${JSON.stringify(compiled.problem)}: ${text}`)
}

/** `volts = 251, hist = 1 2, title = "Meter"`: names and what they hold. */
const facts = (text: string): [name: string, value: number[] | string][] =>
  Array.from(text.matchAll(/(\w+) = (?:"([^"]*)"|(-?[\d.]+(?: -?[\d.]+)*))/g), ([, name = '', bytes, numbers = '']) => [
    name,
    bytes ?? numbers.split(' ').map(Number),
  ])

const expectation = /^# (?:with (.*), )?after (\d+) runs?: (.*)$/gm

test('every file of the guide does what the guide says', () => {
  const files = blocks('task')
  assert.equal(files.length, 8)
  for (const text of files) {
    const expected = Array.from(text.matchAll(expectation))
    assert.ok(expected.length > 0, text)
    for (const [, values = '', runs, results = ''] of expected) {
      const program = programOf(text)
      const memory = newMemory(program)
      for (const [name, value] of facts(values)) {
        const { slot } = program.items.find((item) => item.name === name) ?? assert.fail(name)
        if (typeof value !== 'string') memory.numbers.set(value, slot)
      }
      let outcome: RunOutcome = { messages: [] }
      for (let count = 0; count < Number(runs); count += 1) outcome = run(program.operations, memory, moment)
      assert.ok('messages' in outcome, JSON.stringify(outcome))
      for (const [name, value] of facts(results)) {
        assert.deepEqual([valueOf(program, memory, name)].flat(), [value].flat(), `${name} in ${text}`)
      }
      const message = /message "(.*)"/.exec(results)?.[1]
      if (message !== undefined) assert.equal(outcome.messages[0]?.text, message)
    }
  }
})

/** Rows of a table: a code, and an example or nothing. */
const rowsOf = (prefix: string): [code: string, example: string][] =>
  Array.from(
    guide.matchAll(new RegExp(`^\\| \`(${prefix}\\w+)\` \\|[^|]*\\| (?:\`(.*)\` )?\\|$`, 'gm')),
    ([, code = '', example = '']) => [code, example],
  )

const [items = ''] = blocks('items')
const fileOf = (example: string): string => {
  const lines = example.replaceAll(' ; ', '\n')
  return lines.startsWith('TASK') ? lines : `TASK 1 PERIOD 500\n${items}${lines}`
}

test('the guide has every mistake of a file, and its examples make them', () => {
  const rows = rowsOf('ERROR_')
  assert.deepEqual(
    rows.map(([code]) => code),
    [...compileCodes],
  )
  for (const [code, example] of rows.filter((row) => row[1] !== '')) {
    assert.partialDeepStrictEqual(compile(Buffer.from(fileOf(example))), { problem: { errorCode: code } }, example)
  }
})

test('the guide has every error of a run, and its examples make them', () => {
  const rows = rowsOf('EXC_')
  assert.deepEqual(
    rows.map(([code]) => code),
    [...executionCodes],
  )
  for (const [code, example] of rows.filter((row) => row[1] !== '')) {
    const program = programOf(fileOf(example))
    assert.deepEqual(run(program.operations, newMemory(program), moment), { errorCode: code }, example)
  }
})

test('every error of a run is provoked by some test, but those that are said to have no cause', () => {
  const places = [
    'running/run.test.ts',
    'running/mapped-items.test.ts',
    'running/task.test.ts',
    'logging/task-log.test.ts',
    'tasks.test.ts',
  ]
  const tests = places.map((place) => readFileSync(new URL(place, import.meta.url), 'utf8')).join('\n')
  const unprovoked = executionCodes.filter((code) => !tests.includes(`'${code}'`))
  assert.deepEqual(unprovoked, [...codesWithoutCause])
})
