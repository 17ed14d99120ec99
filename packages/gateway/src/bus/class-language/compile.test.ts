import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compile, metaIn } from '../identify/identify.ts'
import { run } from '../identify/run.ts'
import { type EngineCode, engineCodes } from './problem.ts'

const meta = 'META class-find 1 2026-11-14T00:00:00 Some meters'
const read = 'READ holding 0 2 AS v'
const bytes = (text: string): Uint8Array => Buffer.from(text)

/** Written after the META line; `\n` is a new line. */
const mistakes: [text: string, code: EngineCode, line: number][] = [
  ['', 'ERROR_EOF', 0],
  [read, 'ERROR_EOF', 2],
  [`${read}\nCHECK v EQ 1 ELSE STOP`, 'ERROR_EOF', 3],
  ['GOTO end\nend:', 'ERROR_EOF', 2],
  ['1a: STOP', 'ERROR_LABEL', 2],
  [': STOP', 'ERROR_LABEL', 2],
  ['STOP: STOP', 'ERROR_LABEL', 2],
  ['a: GOTO a\na: STOP', 'ERROR_LABEL', 3],
  ['GOTO nowhere', 'ERROR_LABEL', 2],
  [`${read}\nCHECK v EQ 1 ELSE nowhere\nSTOP`, 'ERROR_LABEL', 3],
  ['CHECK', 'ERROR_CONDITION', 2],
  [`${read}\nCHECK v\nSTOP`, 'ERROR_CONDITION', 3],
  ['CHECK v EQ 1 ELSE STOP\nSTOP', 'ERROR_CONDITION', 2],
  ['CHECK 1 EQ 1 ELSE STOP\nSTOP', 'ERROR_CONDITION', 2],
  [`${read}\nCHECK v IS 1 ELSE STOP\nSTOP`, 'ERROR_CHECK_TYPE', 3],
  [`${read}\nCHECK v "text" ELSE STOP\nSTOP`, 'ERROR_CHECK_TYPE', 3],
  ['READ id 0 AS v\nCHECK v EQ 1 ELSE STOP\nSTOP', 'ERROR_CHECK_TYPE', 3],
  ['READ coil 0 1 AS v\nCHECK v STR "a" ELSE STOP\nSTOP', 'ERROR_CHECK_TYPE', 3],
  ['READ exc AS v\nCHECK v EXC 2 ELSE STOP\nSTOP', 'ERROR_CHECK_TYPE', 3],
  [`${read}\nCHECK v MASK(xyz) EQ 1 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v SHR(32) EQ 1 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v TIMES(2) EQ 1 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v F32 SHR(1) EQ 1 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v U32 S32 EQ 1 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v U32 STR "a" ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  [`${read}\nCHECK v SWAP EXC 2 ELSE STOP\nSTOP`, 'ERROR_MODIFIER_PARAMETER', 3],
  ['READ input 0 1 AS v\nCHECK v U32 EQ 1 ELSE STOP\nSTOP', 'ERROR_MODIFIER_PARAMETER', 3],
  ['READ coil 0 8 AS v\nCHECK v SHR(1) EQ 1 ELSE STOP\nSTOP', 'ERROR_MODIFIER_PARAMETER', 3],
  ['READ', 'ERROR_DATA_SOURCE', 2],
  ['READ AS v\nSTOP', 'ERROR_DATA_SOURCE', 2],
  ['READ holding 0 1\nSTOP', 'ERROR_DATA_SOURCE', 2],
  ['READ holding 0 1 AS 1v\nSTOP', 'ERROR_DATA_SOURCE', 2],
  ['READ holding 0 1 AS v more\nSTOP', 'ERROR_DATA_SOURCE', 2],
  ['READ holding 0 AS v\nSTOP', 'ERROR_DATA_SOURCE', 2],
  ['READ exc 1 AS v\nSTOP', 'ERROR_DATA_SOURCE', 2],
  [`${read}\n${read}\nSTOP`, 'ERROR_DATA_SOURCE', 3],
  ['READ file 0 1 AS v\nSTOP', 'ERROR_DATA_SOURCE_FUNCTION', 2],
  ['READ __proto__ 0 1 AS v\nSTOP', 'ERROR_DATA_SOURCE_FUNCTION', 2],
  ['READ holding 65536 1 AS v\nSTOP', 'ERROR_DATA_SOURCE_ADDRESS', 2],
  ['READ holding 65535 2 AS v\nSTOP', 'ERROR_DATA_SOURCE_ADDRESS', 2],
  ['READ holding 0 126 AS v\nSTOP', 'ERROR_DATA_SOURCE_ADDRESS', 2],
  ['READ coil 0 2001 AS v\nSTOP', 'ERROR_DATA_SOURCE_ADDRESS', 2],
  ['READ id 256 AS v\nSTOP', 'ERROR_DATA_SOURCE_ADDRESS', 2],
  [`${read}\nCHECK v EQ ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v EQ 1e3 ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v RANGE 9..1 ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v RANGE 9 ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v STR abc ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v STR "abc ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v EXC 256 ELSE STOP\nSTOP`, 'ERROR_CHECK_PARAMETERS', 3],
  [`${read}\nCHECK v EQ 1\nSTOP`, 'ERROR_ACTION', 3],
  [`${read}\nCHECK v EQ 1 ELSE\nSTOP`, 'ERROR_ACTION', 3],
  [`${read}\nCHECK v EQ 1 ELSE a b\nSTOP`, 'ERROR_ACTION', 3],
  ['GOTO', 'ERROR_ACTION', 2],
  ['STOP now', 'ERROR_ACTION', 2],
  ['CLASS name', 'ERROR_ACTION', 2],
  ['CLASS ""', 'ERROR_ACTION', 2],
  ['CLASS "open', 'ERROR_ACTION', 2],
  ['WRITE holding 0 1', 'ERROR_ACTION_TYPE', 2],
  ['"CLASS"', 'ERROR_ACTION_TYPE', 2],
  ['read holding 0 1 AS v', 'ERROR_ACTION_TYPE', 2],
  [`STOP ${'#'.repeat(240)}`, 'ERROR_LINE_OUTOFBOUND', 2],
  ['\n'.repeat(2000), 'ERROR_LINE_OUTOFBOUND', 2001],
  ['STOP\n'.repeat(1001), 'ERROR_MEM', 1002],
]

test('every mistake has its code and its line', () => {
  for (const [text, errorCode, line] of mistakes) {
    assert.deepEqual(compile(bytes(`${meta}\n${text}`)), { problem: { errorCode, line } }, text.slice(0, 80))
  }
})

const metas: [text: string | Uint8Array, answer: { version: string; time: string } | EngineCode, line?: number][] = [
  [meta, { version: '1', time: '2026-11-14T00:00:00' }],
  ['\uFEFF# Meters\r\n\r\nMETA class-find 2.10 2024-02-29T23:59Z', { version: '2.10', time: '2024-02-29T23:59Z' }],
  ['META class-find 1 2026-02-30T00:00:00 x', 'ERROR_META', 1],
  ['META class-find 1 2026-11-14 x', 'ERROR_META', 1],
  ['META class-find one 2026-11-14T00:00:00', 'ERROR_META', 1],
  ['META tasks 1 2026-11-14T00:00:00', 'ERROR_META', 1],
  ['META', 'ERROR_META', 1],
  ['\n\nSTOP', 'ERROR_META', 3],
  ['"META" class-find 1 2026-11-14T00:00:00', 'ERROR_META', 1],
  ['# nothing yet\n', 'ERROR_EOF', 0],
  ['', 'ERROR_FILE_NOT_READ', 0],
  [Buffer.from(meta, 'utf16le'), 'ERROR_UNSUPPORTED_UTF_FORMAT', 0],
  [Buffer.of(0xff, 0xfe, 0x4d), 'ERROR_UNSUPPORTED_UTF_FORMAT', 0],
  [Buffer.from(`${meta} \xe4`, 'latin1'), 'ERROR_UNSUPPORTED_UTF_FORMAT', 0],
]

test('the META line', () => {
  for (const [text, answer, line = 0] of metas) {
    const expected = typeof answer === 'string' ? { problem: { errorCode: answer, line } } : { ok: answer }
    assert.deepEqual(metaIn(typeof text === 'string' ? bytes(text) : text), expected, String(text))
  }
})

/** Not of the text: `identify.test.ts` provokes them. */
const ofTheRun: EngineCode[] = ['ERROR_ARG', 'ERROR_BUSY', 'ERROR_SERIAL_IS_SLAVE', 'ERROR_UID_HIDDEN_BY_VDEVICE']

test('no code of the contract is left out', () => {
  const ofMeta = metas.flatMap(([, answer]) => (typeof answer === 'string' ? [answer] : []))
  const all = new Set([...mistakes.map(([, code]) => code), ...ofMeta, ...ofTheRun])
  assert.deepEqual([...all].toSorted(), engineCodes.toSorted())
})

test('the example of the documentation is a program', () => {
  const example = new URL('../../../../../docs/examples/meters.txt', import.meta.url)
  assert.ok('ok' in compile(readFileSync(example)))
})

/** Texts that look like templates, mistakes included. */
const likely = fc
  .array(
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'READ',
            'CHECK',
            'CLASS',
            'GOTO',
            'STOP',
            'ELSE',
            'AS',
            'EQ',
            'RANGE',
            'STR',
            'EXC',
            'a:',
            'b:',
          ),
          fc.constantFrom(
            'a',
            'b',
            'v',
            '1',
            '0..9',
            '"x"',
            '"',
            'holding',
            'id',
            'exc',
            'MASK(f)',
            'SHR(1)',
            'U32',
            '#',
          ),
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(' ')),
    { maxLength: 12 },
  )
  .map((lines) => `${meta}\n${lines.join('\n')}`)

/** Statements that are each right, so that many of them make programs with loops. */
const sound = fc
  .array(
    fc.constantFrom(
      'GOTO a',
      'GOTO b',
      'CHECK v EQ 1 ELSE a',
      'CHECK v U32 GT 7 ELSE b',
      'CHECK w EXC 2 ELSE c',
      'CHECK t STR "x" ELSE STOP',
      'CLASS "x"',
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((body) => [
    meta,
    'a: READ holding 0 2 AS v',
    'b: READ id 0 AS t',
    'c: READ exc AS w1',
    'READ input 9 1 AS w',
    ...body,
  ])
  .map((lines) => [...lines, 'GOTO a'].join('\n'))

test('any text gives a program or a mistake with a line that exists', () => {
  const character = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code))
  const any = fc.oneof(fc.string({ unit: character }), likely, fc.uint8Array({ maxLength: 60 }))
  fc.assert(
    fc.property(any, (text) => {
      const source = typeof text === 'string' ? bytes(text) : text
      const compiled = compile(source)
      if ('ok' in compiled) return
      const lineCount = Buffer.from(source)
        .toString('latin1')
        .split(/\r\n|\n|\r/).length
      assert.ok(compiled.problem.line >= 0 && compiled.problem.line <= lineCount)
    }),
    { numRuns: 500 },
  )
})

test('any program ends within its bounds, whatever the device answers', async () => {
  const value = fc.constantFrom(
    'silent' as const,
    { exception: 2 },
    { numbers: [1, 1] },
    { numbers: [0, 9] },
    { text: 'x' },
  )
  await fc.assert(
    fc.asyncProperty(sound, fc.array(value, { minLength: 1, maxLength: 9 }), async (text, answers) => {
      const compiled = compile(bytes(text))
      assert.ok('ok' in compiled, JSON.stringify(compiled))
      const progress = { mbReqPassed: 0, checksPassed: 0 }
      let readCount = 0
      const doors = { read: async () => answers[readCount++ % answers.length] ?? 'silent', isStopped: () => false }
      const outcome = await run(compiled.ok, doors, progress)
      assert.ok(progress.checksPassed <= 5000 && readCount <= 250)
      if ('errorCode' in outcome) assert.equal(outcome.errorCode, 'ERROR_LINE_OUTOFBOUND')
    }),
  )
})
