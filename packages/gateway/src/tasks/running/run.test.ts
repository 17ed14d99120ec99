import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { compile } from '../compile/compile.ts'
import { executionCodes } from './fault.ts'
import { newMemory } from './memory.ts'
import { run } from './run.ts'
import { moment, programOf, resultOf } from './testing/program.ts'

type Row = [text: string, x: number | string | number[], runs?: number]

test('programs produce these values', () => {
  const f32 = 'DEF x F32'
  const u16 = 'DEF x U16'
  const text = 'DEF x STR[80]'
  const rows: Row[] = [
    [`${f32}\nPUT x = 1 + 2 * 3 - 4 / 8`, 6.5],
    [`${f32}\nPUT x = -2 * -3 + -(1)`, 5],
    [`${f32}\nPUT x = 7 MOD 4 * 2`, 6],
    [`${f32}\nPUT x = -7 MOD 4`, -3],
    [`${f32}\nPUT x = (1 + 2) * 3`, 9],
    [`${f32}\nPUT x = 8 - 4 - 2`, 2],
    [`${f32}\nPUT x = MIN(3, 1, 2) + MAX(3, 5) + ABS(-4) + SQRT(9)`, 13],
    [`${f32}\nPUT x = 0.1`, Math.fround(0.1)],
    [`${u16}\nPUT x = 7 / 2`, 3],
    ['DEF x S16\nPUT x = -7 / 2', -3],
    ['DEF x S16\nPUT x = -1 / 2', 0],
    [`${u16}\nPUT x = 0xFFFF`, 65_535],
    ['DEF x BIT\nPUT x = 1 < 2 AND NOT 2 <= 1', 1],
    ['DEF x BIT\nPUT x = 1 > 2 OR 3 >= 3', 1],
    ['DEF x BIT\nPUT x = NOT 1 = 1 OR 1 <> 1', 0],
    ['DEF x BIT = 1\nPUT x = NOT x', 0],
    ['DEF x U16[3] = 7\nDEF i U8 = 2\nPUT x[i] = x[0] + 1\nPUT x[1] = x[i] * 2', [7, 16, 8]],
    [`${text}\nPUT x = "a" & STR(12) & "*2a*" & STR(1.5) & "," & STR(2, 2) & "," & STR(0.1)`, 'a12*1.5,2.00,0.1'],
    [`${text}\nPUT x = HEX(255) & HEX(10, 4) & HEX(-1)`, 'FF000AFFFFFFFF'],
    [`${text}\nPUT x = DATE() & " " & TIME()`, '2026-11-15 14:05:09'],
    [`${text}\nPUT x = "ü"`, '\u00c3\u00bc'],
    [`${u16}\nPUT x = LEN("ü*00*")`, 3],
    ['DEF x BIT\nPUT x = "abc" < "abd"', 1],
    ['DEF s STR[4] = "on"\nDEF x BIT\nPUT x = s = "on"', 1],
    [`${u16}\nIF x = 0 DO GOTO skip\nPUT x = 9\nskip: PUT x = x + 1`, 1],
    [`${u16}\nDO CALL up\nDO CALL up\nDO RETURN\nup: PUT x = x + 1\nDO RETURN\nPUT x = 99`, 2],
    [`${u16}\nloop: PUT x = x + 1\nIF x < 100 DO GOTO loop`, 100],
    [`${u16}\nDO GOTO main\nsub: PUT x = x + 5\nDO RETURN\nmain: DO CALL sub\nDO RETURN`, 5],
    [`${u16}\nDO RETURN\nPUT x = 1`, 0],
    // An edge is seen once, until the condition has been false.
    [
      `${u16}\nDEF n U16\nPUT n = n + 1\nIF RISE(n MOD 3 = 0) DO CALL up\nDO RETURN\nup: PUT x = x + 1\nDO RETURN`,
      3,
      9,
    ],
    [`${u16}\nDEF on BIT = 1\nIF RISE(on) DO CALL up\nDO RETURN\nup: PUT x = x + 1\nDO RETURN`, 1, 5],
    // Each use of a condition sees edges of its own.
    [`DEF on BIT = 1\nDEF e COND RISE(on)\nDEF x BIT\nDEF y BIT\nPUT y = e\nPUT x = e AND y`, 1],
    // Both sides are worked out, so that the second edge is not put off.
    [`DEF n U16\nDEF x BIT\nPUT n = n + 1\nPUT x = n > 1 AND RISE(n > 0)`, 0, 2],
  ]
  for (const [source, x, runs] of rows) assert.deepEqual(resultOf(source, runs), x, source)
})

const calls = (count: number): string => `DO CALL s1\nDO RETURN\n${chain(count)}`
const chain = (count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `s${n + 1}: ${n + 1 < count ? `DO CALL s${n + 2}` : 'PUT x = 1'}\nDO RETURN`,
  ).join('\n')

test('how runs fail', () => {
  const rows: Row[] = [
    ['DEF x U16\nPUT x = 1 / 0', 'EXC_RESULT_INFINITY'],
    ['DEF x U16\nPUT x = 0 / 0', 'EXC_RESULT_INFINITY'],
    ['DEF x U16\nPUT x = 1 MOD 0', 'EXC_RESULT_INFINITY'],
    ['DEF x F32 = 100000\nl: PUT x = x * x\nDO GOTO l', 'EXC_OUT_OF_BOUNDS'],
    [`DEF x F32 = 300000000000000000000000000000000000000\nPUT x = ${'x * '.repeat(9)}x`, 'EXC_RESULT_INFINITY'],
    ['DEF x F32\nPUT x = SQRT(-1)', 'EXC_RESULT_COMPLEX'],
    ['DEF x U16\nPUT x = 65536', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x U16\nPUT x = -1', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x S8\nPUT x = 128', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x U32\nPUT x = 4294967296', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x BIT\nPUT x = 2', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x STR[2]\nPUT x = "abc"', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x STR[80]\nPUT x = HEX(4294967296)', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x U16[3]\nDEF i U8 = 3\nPUT x[i] = 1', 'EXC_OUT_OF_BOUNDS'],
    ['DEF h U16[3]\nDEF i U8 = 3\nDEF x U16\nPUT x = h[i]', 'EXC_OUT_OF_BOUNDS'],
    ['DEF x U16\nl: DO GOTO l', 'EXC_OUT_OF_BOUNDS'],
    ['DEF s STR[200]\nDEF x U16\nl: PUT s = s & "0123456789"\nPUT x = LEN(s & s)\nDO GOTO l', 'EXC_OUT_OF_MEMORY'],
    [`DEF x U16\n${'DO SMS 1 "a"\n'.repeat(5)}`, 'EXC_OUT_OF_MEMORY'],
    [`DEF x U16\n${calls(17)}`, 'EXC_STACK_OVERFLOW'],
    ['DEF x U16\nDO CALL x1\nDO RETURN\nx1: DO CALL x1', 'EXC_STACK_OVERFLOW'],
    ['DEF x U16\nIF x = 1 DO CALL s\ns: PUT x = 2\nDO RETURN', 'EXC_STACK_UNDERFLOW'],
    ['DEF x U16\nDO CALL s\ns: PUT x = 2', 'EXC_STACK_UNDERFLOW'],
  ]
  for (const [source, code] of rows) assert.equal(resultOf(source), code, source)
  assert.equal(resultOf(`DEF x U16\n${calls(16)}`), 1)
})

test('an unknown value compares false and cannot be used in calculations', () => {
  const text = (put: string): string => `DEF v F32 AT 1:H 0\nDEF x BIT\n${put}`
  const rows: [put: string, x: number | string][] = [
    ['PUT x = v < 0 OR v >= 0 OR v = v', 0],
    ['PUT x = v <> 0', 1],
    ['PUT x = v + 1 > 0', 'EXC_RESULT_INFINITY'],
    ['PUT v = v', 'EXC_RESULT_INFINITY'],
    ['IF STR(v) = "" DO RETURN', 'EXC_RESULT_INFINITY'],
  ]
  for (const [put, x] of rows) {
    const program = programOf(text(put))
    const memory = newMemory(program)
    memory.numbers[0] = Number.NaN
    const outcome = run(program.operations, memory, moment)
    assert.equal('errorCode' in outcome ? outcome.errorCode : memory.numbers[1], x, put)
  }
})

test('messages are texts for people', () => {
  const program = programOf('DEF v U16 = 251\nDO SMS 2 "Over*20*voltage: " & STR(v) & " ü"')
  const outcome = run(program.operations, newMemory(program), moment)
  assert.deepEqual(outcome, { messages: [{ phone: 2, text: 'Over voltage: 251 ü' }] })
})

/** Statements that jump wherever they like. */
const hostile = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom('CALL', 'GOTO'), fc.nat(9)).map(([word, to]) => `DO ${word} l${to}`),
    fc
      .tuple(fc.constantFrom('i MOD 2 = 0', 'RISE(i > 3)', 'c'), fc.nat(9))
      .map(([when, to]) => `IF ${when} DO GOTO l${to}`),
    fc.constantFrom(
      'DO RETURN',
      'PUT i = i + 1',
      'PUT h[i] = h[i] * 3 + 1',
      'PUT s = s & STR(i)',
      'PUT f = SQRT(f - i) / i',
      'DO SMS 1 s',
    ),
  ),
  { minLength: 10, maxLength: 30 },
)

test('every run ends, within its limits, with an outcome', () => {
  const defs = 'DEF i U16\nDEF h S32[8]\nDEF s STR[40]\nDEF f F32 = 3\nDEF c COND RISE(i > 1) OR h[0] > 9'
  fc.assert(
    fc.property(hostile, (lines) => {
      const labelled = lines.map((line, at) => (at < 10 ? `l${at}: ${line}` : line))
      const program = programOf([defs, ...labelled].join('\n'))
      const memory = newMemory(program)
      for (let count = 0; count < 3; count += 1) {
        const outcome = run(program.operations, memory, moment)
        if ('errorCode' in outcome) assert.ok(executionCodes.includes(outcome.errorCode))
        else assert.ok(outcome.messages.length <= 4)
      }
      assert.ok(memory.texts.every((one) => one.length <= 40))
    }),
    { numRuns: 300 },
  )
})

test('an item that could not be read ends the run that uses it, in whatever way, with what the bus said', () => {
  const defs = 'DEF v U16 AT 1:H 0\nDEF s STR[4] AT 1:H 2\nDEF h U16[3] AT 1:H 8\nDEF x U16\nDEF t STR[9]\nDEF k U8[3]'
  const rows: [statement: string, code: string | undefined][] = [
    ['PUT x = v + 1', 'EXC_PARAM_TARGET_FAILED'],
    ['PUT v = 1', 'EXC_PARAM_TARGET_FAILED'],
    ['IF v > 1 DO RETURN', 'EXC_PARAM_TARGET_FAILED'],
    ['PUT k[v] = 1', 'EXC_PARAM_TARGET_FAILED'],
    ['PUT x = k[v]', 'EXC_PARAM_TARGET_FAILED'],
    ['PUT t = STR(v)', 'EXC_PARAM_TARGET_FAILED'],
    ['DO SMS 1 s', 'EXC_MB_SLAVE_BUSY'],
    ['PUT s = "a"', 'EXC_MB_SLAVE_BUSY'],
    ['PUT h[x] = 1', 'EXC_UNKNOWN'],
    ['PUT x = h[1]', 'EXC_UNKNOWN'],
    ['PUT x = ERR(v) + ERR(h)', undefined],
    ['IF x > 0 DO SMS 1 s', undefined],
  ]
  for (const [statement, code] of rows) {
    const program = programOf(`${defs}\n${statement}`)
    const memory = newMemory(program)
    memory.readErrors.set([11, 6, 255])
    const outcome = run(program.operations, memory, moment)
    assert.equal('errorCode' in outcome ? outcome.errorCode : undefined, code, statement)
  }
})

test('a compiled file can be run by many memories', () => {
  const compiled = compile(Buffer.from('TASK 1 PERIOD 50\nDEF x U16\nPUT x = x + 1'))
  assert.ok('ok' in compiled)
  const [one, other] = [newMemory(compiled.ok), newMemory(compiled.ok)]
  for (let count = 0; count < 3; count += 1) run(compiled.ok.operations, one, moment)
  assert.deepEqual([one.numbers[0], other.numbers[0]], [3, 0])
})
