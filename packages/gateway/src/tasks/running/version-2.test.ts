import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { TestUnits } from '../testing/test-units.ts'
import { MappedItems } from './mapped-items.ts'
import { newMemory, snapshot } from './memory.ts'
import { run } from './run.ts'
import { moment, programOf, valueOf } from './testing/program.ts'

const head = 'TASK 2 PERIOD 500'

/** A program with its units, run by run. */
function setUp(...lines: string[]) {
  const program = programOf(lines.join('\n'), head)
  const clock = new VirtualClock(1000)
  const units = new TestUnits()
  const memory = newMemory(program, clock.now())
  const mapped = new MappedItems({
    ...program,
    gate: units,
    requester: { name: 'task', signal: new AbortController().signal },
    clock,
  })
  return {
    units,
    clock,
    value: (name: string) => valueOf(program, memory, name),
    /** Read, run, write; answers with what went wrong. */
    async cycle(afterMs = 0): Promise<string | undefined> {
      clock.advance(afterMs)
      const unread = await mapped.read(memory)
      const undo = snapshot(memory)
      const outcome = run(program.operations, memory, { ...moment, nowMs: clock.now() })
      if ('errorCode' in outcome) {
        undo()
        return outcome.errorCode
      }
      return unread ?? (await mapped.write(memory))
    },
  }
}

test('IF does one thing or the other, and may put a value', async () => {
  const on = setUp(
    'DEF v S16 AT 1:H 0',
    'DEF x U16',
    'DEF h U16[2]',
    'IF v > 5 DO PUT x = 10 ELSE PUT x = 20',
    'IF v > 5 DO CALL one ELSE GOTO two',
    'DO RETURN',
    'one: PUT h[0] = h[0] + 1',
    'DO RETURN',
    'two: PUT h[1] = h[1] + 1',
  )
  await on.cycle()
  on.units.bank(1).holding[0] = 6
  await on.cycle()
  await on.cycle()
  assert.deepEqual([on.value('x'), on.value('h')], [10, [2, 1]])
})

test('a failed read has a fallback, an age, and an end to its age', async () => {
  const on = setUp(
    'DEF t S16 AT 1:H 0',
    'DEF now S16',
    'DEF lately S16',
    'DEF age F32',
    'DEF ok BIT',
    'PUT now = VALUE(t, -99)',
    'PUT lately = LAST(t, 60, -1)',
    'PUT age = AGE(t)',
    'PUT ok = OK(t)',
  )
  const row = () => ['now', 'lately', 'age', 'ok'].map(on.value)
  on.units.refuse(1, 4)
  // Never read: what it holds at first was not read.
  assert.equal(await on.cycle(5000), 'EXC_MB_SLAVE_DEVICE_FAILURE')
  assert.deepEqual(row(), [-99, -1, 5, 0])
  on.units.instead.clear()
  on.units.bank(1).holding[0] = 21
  await on.cycle(1000)
  assert.deepEqual(row(), [21, 21, 0, 1])
  on.units.refuse(1, 4)
  await on.cycle(60_000)
  assert.deepEqual(row(), [-99, 21, 60, 0])
  await on.cycle(1)
  assert.deepEqual(row(), [-99, -1, 60.000999450683594, 0])
})

test('a device that tells NaN has told nothing', async () => {
  const on = setUp(
    'DEF t F32 AT 1:H 0',
    'DEF x F32',
    'DEF ok BIT',
    'PUT x = VALUE(t, 7) + LAST(t, 9, 1)',
    'PUT ok = OK(t)',
  )
  on.units.bank(1).holding.set([0x7fc0, 0])
  assert.equal(await on.cycle(), undefined)
  assert.deepEqual([on.value('x'), on.value('ok')], [8, 0])
})

test('timers use the monotonic clock', async () => {
  const on = setUp(
    'DEF in BIT AT 1:D 0',
    'DEF long BIT',
    'DEF after BIT',
    'DEF fell BIT',
    'PUT long = TON(in, 10)',
    'PUT after = TOF(in, 10)',
    'PUT fell = FALL(in)',
  )
  /** Milliseconds since the run before, what the input is, and what follows. */
  const rows: [afterMs: number, input: 0 | 1, long: number, after: number, fell: number][] = [
    [0, 0, 0, 0, 0],
    [1000, 1, 0, 1, 0],
    [9999, 1, 0, 1, 0],
    [1, 1, 1, 1, 0],
    [500, 0, 0, 1, 1],
    [9000, 0, 0, 1, 0],
    [500, 0, 0, 0, 0],
    [1, 1, 0, 1, 0],
    [5000, 0, 0, 1, 1],
    [1, 1, 0, 1, 0],
    [9999, 1, 0, 1, 0],
    [1, 1, 1, 1, 0],
  ]
  for (const [at, [afterMs, input, ...expected]] of rows.entries()) {
    on.units.bank(1)['discrete-input'][0] = input
    await on.cycle(afterMs)
    assert.deepEqual(['long', 'after', 'fell'].map(on.value), expected, `row ${at}`)
  }
})

test('a run that fails has not begun a timer', async () => {
  const on = setUp(
    'DEF in BIT',
    'DEF d U16 AT 1:H 0',
    'DEF long BIT',
    'PUT in = 1',
    'PUT long = TON(in, 10)',
    'PUT in = d / d',
  )
  assert.equal(await on.cycle(), 'EXC_RESULT_INFINITY')
  on.units.bank(1).holding[0] = 1
  await on.cycle(10_000)
  assert.equal(on.value('long'), 0)
  await on.cycle(10_000)
  assert.equal(on.value('long'), 1)
})

test('the parts of the date and time, and the sun', async () => {
  const parts = ['YEAR', 'MONTH', 'DAY', 'WEEKDAY', 'HOUR', 'MINUTE', 'SECOND', 'DAYSEC', 'SUNRISE', 'SUNSET']
  const on = setUp('DEF p S32[10]', ...parts.map((name, at) => `PUT p[${at}] = ${name}()`))
  await on.cycle()
  // 15 November 2026 is a Sunday.
  assert.deepEqual(on.value('p'), [2026, 11, 15, 7, 14, 5, 9, 50_709, 25_200, 57_600])
})

const orderRows: [def: string, words: number[], value: number][] = [
  ['U32 AT 1:H 0', [0x0001, 0x1170], 70_000],
  ['U32 AT 1:H 0 ORDER CDAB', [0x1170, 0x0001], 70_000],
  ['U32 AT 1:H 0 ORDER BADC', [0x0100, 0x7011], 70_000],
  ['U32 AT 1:H 0 ORDER DCBA', [0x7011, 0x0100], 70_000],
  ['S16 AT 1:H 0 ORDER BADC', [0xfeff], -2],
  ['F32 AT 1:H 0 ORDER CDAB', [0x0000, 0xc020], -2.5],
  ['U64 AT 1:H 0', [0x001f, 0xffff, 0xffff, 0xffff], Number.MAX_SAFE_INTEGER],
  ['U64 AT 1:H 0 ORDER CDAB', [0x0004, 0x0003, 0x0002, 0x0001], 281_483_566_841_860],
  ['S64 AT 1:H 0', [0xffff, 0xffff, 0xffff, 0xfffe], -2],
  ['F64 AT 1:H 0', [0x4009, 0x21fb, 0x5444, 0x2d18], Math.PI],
  ['F64 AT 1:H 0 ORDER DCBA', [0x182d, 0x4454, 0xfb21, 0x0940], Math.PI],
]

test('words and bytes in every order, of 16 to 64 bits, are read and written alike', async () => {
  for (const [def, words, value] of orderRows) {
    const on = setUp(`DEF v ${def}`, 'DEF x F64', 'DEF n U16', 'PUT n = n + 1', 'IF n = 1 DO PUT x = v ELSE PUT v = x')
    on.units.bank(1).holding.set(words)
    await on.cycle()
    assert.equal(on.value('x'), value, def)
    on.units.bank(1).holding.fill(0, 0, 4)
    await on.cycle()
    assert.deepEqual(Array.from(on.units.bank(1).holding.subarray(0, words.length)), words, def)
  }
})

test('a counter with more digits than can be calculated with is not read, rather than rounded', async () => {
  const on = setUp('DEF v U64 AT 1:H 0', 'DEF x U64', 'DEF e U16', 'PUT e = ERR(v)', 'PUT x = VALUE(v, 1)')
  on.units.bank(1).holding.set([0x0020, 0, 0, 1])
  assert.equal(await on.cycle(), 'EXC_OUT_OF_BOUNDS')
  assert.deepEqual([on.value('x'), on.value('e')], [1, 254])
})
