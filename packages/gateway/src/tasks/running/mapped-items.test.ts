import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Item } from '../bind/bound.ts'
import { orders } from '../parse/syntax.ts'
import { TestUnits } from '../testing/test-units.ts'
import { MappedItems } from './mapped-items.ts'
import { type Memory, newMemory } from './memory.ts'
import { fromWords, toWords } from './registers.rules.ts'
import { run } from './run.ts'
import { moment, programOf, valueOf } from './testing/program.ts'
import { joined } from './writes.rules.ts'

const requester = { name: 'task', signal: new AbortController().signal }

/** A program and its units; `cycle` is one period of it, without its period. */
function setUp(text: string) {
  const program = programOf(text)
  const memory = newMemory(program)
  const units = new TestUnits()
  const mapped = new MappedItems({ ...program, gate: units, requester, clock: { now: () => 0 } })
  const cycle = async (): Promise<string | undefined> => {
    units.asked.length = 0
    const failed = await mapped.read(memory)
    if (failed !== undefined) return failed
    const outcome = run(program.operations, memory, moment)
    return 'errorCode' in outcome ? outcome.errorCode : mapped.write(memory)
  }
  return { units, memory, cycle, value: (name: string) => valueOf(program, memory, name) }
}

test('items of all areas and types are read in few requests and written where they changed', async () => {
  const { units, cycle, value } = setUp(
    [
      'DEF v U16 AT 1:H 10',
      'DEF w S16 AT 1:H 11',
      'DEF e U32 AT 1:H 12',
      'DEF p F32 AT 1:H 14',
      'DEF n STR[5] AT 1:H 16',
      'DEF arr S32[2] AT 1:H 20',
      'DEF t U16 AT 1:I 0',
      'DEF r BIT AT 1:C 3',
      'DEF on BIT[4] AT 1:D 8',
      'DEF other U16 AT 2:H 0',
      'PUT v = v',
      'PUT w = -2',
      'PUT e = e + 1',
      'PUT arr[1] = -5',
      'PUT r = on[2]',
      'PUT n = "hey"',
      'PUT other = t',
    ].join('\n'),
  )
  const [one, two] = [units.bank(1), units.bank(2)]
  one.holding.set([7, 0xfffd, 0xffff, 0xfffe, 0x3fc0, 0, 0x6162, 0x6300, 0], 10)
  one.holding.set([0xffff, 0xffff, 0, 9], 20)
  one.input[0] = 42
  one['discrete-input'][10] = 1
  assert.equal(await cycle(), undefined)
  assert.deepEqual(units.asked, [
    '1 fn 3 @10+14',
    '1 fn 4 @0+1',
    '1 fn 1 @3+1',
    '1 fn 2 @8+4',
    '2 fn 3 @0+1',
    '1 fn 5 @3=65280',
    // -2 and the count lie side by side.
    '1 fn 16 @11+3',
    '1 fn 16 @16+3',
    '1 fn 16 @22+2',
    '2 fn 6 @0=42',
  ])
  assert.deepEqual([value('e'), value('p'), value('arr'), value('on')], [0xffff_ffff, 1.5, [-1, -5], [0, 0, 1, 0]])
  assert.deepEqual(Array.from(one.holding.subarray(10, 19)), [7, 0xfffe, 0xffff, 0xffff, 0x3fc0, 0, 0x6865, 0x7900, 0])
  assert.deepEqual([one.coil[3], two.holding[0]], [1, 42])
  // The second time only the count changes, which is at its end.
  one.holding.set([0, 5], 12)
  assert.equal(await cycle(), undefined)
  assert.deepEqual(units.asked.slice(5), ['1 fn 16 @12+2'])
})

test('writes only assigned items, whatever their registers contain', async () => {
  const { units, cycle } = setUp(
    [
      'DEF go BIT AT 1:C 0',
      'DEF s STR[3] AT 1:H 0',
      'DEF f F32[4] AT 1:H 10',
      'IF NOT go DO RETURN',
      'PUT s = "abc"',
      'PUT f[3] = 1',
    ].join('\n'),
  )
  const bank = units.bank(1)
  // Bytes behind the end of a text, and numbers that are none, in all their forms.
  bank.holding.set([0x4100, 0x4243], 0)
  bank.holding.set([0x7f80, 1, 0xffff, 0xffff, 0x7fc0, 1, 0, 0], 10)
  assert.equal(await cycle(), undefined)
  assert.deepEqual(units.asked, ['1 fn 3 @0+18', '1 fn 1 @0+1'])
  bank.coil[0] = 1
  assert.equal(await cycle(), undefined)
  assert.deepEqual(units.asked.slice(2), ['1 fn 16 @0+2', '1 fn 16 @16+2'])
})

test('unit 0 is never read, and written whole by each run that puts it', async () => {
  const { units, cycle } = setUp(
    'DEF n U16\nDEF all U16[2] AT 0:H 5\nPUT n = n + 1\nIF n = 2 DO RETURN\nPUT all[0] = n',
  )
  for (const expected of [['0 fn 16 @5+2'], [], ['0 fn 16 @5+2']]) {
    await cycle()
    assert.deepEqual(units.asked, expected)
  }
})

test('a device that calls addresses between items illegal is asked around them', async () => {
  const { units, cycle } = setUp('DEF a U16 AT 3:H 0\nDEF b U16 AT 3:H 10')
  const read = units.bank(3).read.bind(units.bank(3))
  units.bank(3).read = (kind, address, count) => (address < 5 && address + count > 5 ? 2 : read(kind, address, count))
  assert.equal(await cycle(), undefined)
  assert.deepEqual(units.asked, ['3 fn 3 @0+11', '3 fn 3 @0+1', '3 fn 3 @10+1'])
  await cycle()
  assert.deepEqual(units.asked, ['3 fn 3 @0+1', '3 fn 3 @10+1'])
})

test('why the bus gave nothing, by the contract’s codes', async () => {
  const { units, cycle } = setUp('DEF a U16 AT 1:H 0\nPUT a = a + 1')
  const codes: [exception: number, code: string][] = [
    [1, 'EXC_MB_ILLEGAL_FUNCTION'],
    [2, 'EXC_MB_ILLEGAL_DATA_ADDRESS'],
    [3, 'EXC_MB_ILLEGAL_DATA_VALUE'],
    [4, 'EXC_MB_SLAVE_DEVICE_FAILURE'],
    [5, 'EXC_MB_ACKNOWLEDGE'],
    [6, 'EXC_MB_SLAVE_BUSY'],
    [7, 'EXC_UNKNOWN'],
    [8, 'EXC_MB_MEMORY_PARITY_ERROR'],
    [10, 'EXC_PARAM_PATH_UNAVAILABLE'],
    [11, 'EXC_PARAM_TARGET_FAILED'],
  ]
  for (const [exception, code] of codes) {
    units.refuse(1, exception)
    assert.equal(await cycle(), code)
  }
  units.instead.set(1, () => undefined)
  assert.equal(await cycle(), 'EXC_PARAM_TARGET_FAILED')
  units.instead.set(1, () => Uint8Array.of(3, 9, 1))
  assert.equal(await cycle(), 'EXC_UNKNOWN')
  units.instead.clear()
  units.bank(1).write = () => 4
  assert.equal(await cycle(), 'EXC_MB_SLAVE_DEVICE_FAILURE')
})

const numbers = {
  U16: fc.integer({ min: 0, max: 0xffff }),
  S16: fc.integer({ min: -0x8000, max: 0x7fff }),
  U32: fc.integer({ min: 0, max: 0xffff_ffff }),
  S32: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  F32: fc.float({ noDefaultInfinity: true, noNaN: true }),
  BIT: fc.nat(1),
  U64: fc.maxSafeNat(),
  S64: fc.maxSafeInteger(),
  F64: fc.double({ noDefaultInfinity: true, noNaN: true }),
} as const

test('values survive the conversion to registers and back', () => {
  const memoryOf = (values: readonly number[], text = ''): Memory => ({
    ...newMemory({ items: [], numberCount: 0, textCount: 0, riseCount: 0, timerCount: 0 }),
    numbers: Float64Array.from(values),
    texts: [text],
  })
  const item = {
    name: 'x',
    textBytes: 5,
    isLogged: false,
    isPublished: false,
    isKept: false,
    initial: 0,
    id: 0,
    slot: 0,
  }
  for (const [type, arbitrary] of Object.entries(numbers)) {
    fc.assert(
      fc.property(
        fc.array<number>(arbitrary, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(...orders),
        (values, order) => {
          const mapping = { unit: 1, area: 'H', address: 0, order } as const
          const one: Item = { ...item, mapping, type: type as keyof typeof numbers, length: 4 }
          const back = memoryOf([0, 0, 0, 0])
          fromWords(one, toWords(one, memoryOf(values)), back)
          assert.deepEqual(
            Array.from(back.numbers, (value) => value + 0),
            values.map((value) => value + 0),
          )
        },
      ),
    )
  }
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: 5 }), (bytes) => {
      const text = String.fromCharCode(...bytes)
      const back = memoryOf([])
      fromWords(
        { ...item, type: 'STR', length: null },
        toWords({ ...item, type: 'STR', length: null }, memoryOf([], text)),
        back,
      )
      assert.equal(back.texts[0], text)
    }),
  )
})

test('changes side by side go together, and each request has an end', () => {
  const change = (address: number, count: number, area: 'H' | 'C' = 'H', unit = 1) => ({
    unit,
    area,
    address,
    words: new Array<number>(count).fill(address),
  })
  const sizes = joined([
    change(5, 100),
    change(105, 23),
    change(128, 1),
    change(0, 5),
    change(0, 9, 'C'),
    change(129, 1, 'H', 2),
  ])
  assert.deepEqual(
    sizes.map(({ unit, area, address, words }) => `${unit}${area}${address}+${words.length}`),
    ['1C0+9', '1H0+105', '1H105+24', '2H129+1'],
  )
})
