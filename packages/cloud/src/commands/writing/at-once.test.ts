import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import { runs } from '@busbar/kit/testing'
import * as fc from 'fast-check'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'
import { type WriteCall, writeParam } from './write-param.ts'
import { Writing } from './writing.ts'

let bench: WritingBench
type WriteAnswer = { ok: { oldValue: string; newValue: string } }

/** Each begins where another ended, from first to last. */
const assertChain = (steps: readonly WriteAnswer['ok'][], first: string, last: string): void => {
  const left = new Map<string, number>([[first, 1]])
  const add = (value: string, by: number): void => void left.set(value, (left.get(value) ?? 0) + by)
  for (const { oldValue, newValue } of steps) {
    add(oldValue, -1)
    add(newValue, 1)
  }
  assert.deepEqual(
    [...left].filter(([, open]) => open !== 0),
    [[last, 1]],
  )
}

describe('many at once', () => {
  shareBench((started) => {
    bench = started
  })
  const times = async (n: number, what: string, bodyOf: (i: number) => object): Promise<WriteAnswer['ok'][]> => {
    const path = `/org/${bench.orgId}/params/${what}/`
    const answers = await Promise.all(Array.from({ length: n }, (_, i) => bench.post(path, bodyOf(i))))
    return answers.map((answer) => {
      assert.ok('ok' in (answer as object), JSON.stringify(answer))
      return (answer as WriteAnswer).ok
    })
  }

  test('200 increments all count, to the last digit', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 's32', multiplier: '0.1', precision: 1 })
    const amounts = ['0.1', '-0.3', '0.7']
    const steps = await times(200, 'increment', (i) => ({ param: `#${id}`, amount: amounts[i % 3] }))
    // 67 of the first, 67 of the second, 66 of the third, in tenths.
    const tenths = 67 - 67 * 3 + 66 * 7
    assert.deepEqual(bench.wordsAt(0, 2), [0, tenths])
    assertChain(steps, '0', String(tenths / 10))
  })

  test('200 toggles are 200 turns', async () => {
    const id = await bench.paramOf({ address: 9, valueType: 'bit', registerKind: 'coil' })
    const steps = await times(200, 'toggle', () => ({ param: `#${id}`, default: 0, on: 1 }))
    assert.equal(steps.filter(({ newValue }) => newValue === '1').length, 100)
    assertChain(steps, '0', '0')
    assert.equal(bench.bank.coil[9], 0)
  })

  test('increments and toggles of two parameters of a device', async () => {
    const [one, two] = await bench.addDevice({ slug: 'pair' }, [
      { slug: 'one', address: 20, valueType: 'u16' },
      { slug: 'two', address: 21, valueType: 'u16' },
    ])
    const [steps, turns] = await Promise.all([
      times(51, 'increment', () => ({ param: `#${one}`, amount: '1' })),
      times(51, 'toggle', () => ({ param: `#${two}`, default: '5', on: '6' })),
    ])
    assert.deepEqual(bench.wordsAt(20, 2), [51, 5])
    assertChain(steps, '0', '51')
    assertChain(turns, '0', '5')
  })

  for (const [name, writeFunction, unknown] of [
    ['with the function for it', 'normal', []],
    ['by a device that does not know the function for it', 'normal', [22]],
    ['by a device that is always written with function 16', 'always-16', []],
  ] as const) {
    test(`fields of one register do not disturb each other, ${name}`, async () => {
      bench.devices.unknown.clear()
      for (const fn of unknown) bench.devices.unknown.add(fn)
      const unit = 10 + name.length
      bench.devices.banks.set(unit, bench.bank)
      const widths = [1, 1, 3, 4, 7]
      const positions = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, 0))
      const ids = await bench.addDevice(
        { slug: `bits-${unit}`, unit, writeFunction },
        widths.map((bitsAmount, at) => ({
          slug: `f${at}`,
          address: 30,
          valueType: 'u16',
          bitPosition: positions[at] ?? 0,
          bitsAmount,
        })),
      )
      bench.devices.requestedFns = []
      const fields = fc.tuple(
        ...widths.map((width) => fc.array(fc.nat(2 ** width - 1), { minLength: 1, maxLength: 4 })),
      )
      await fc.assert(
        fc.asyncProperty(fields, fc.nat(0xffff), async (values, start) => {
          bench.bank.holding[30] = start
          // Writes to one register run one after another, those to different registers concurrently.
          await Promise.all(
            values.map(async (own, at) => {
              for (const value of own) {
                const answer = (await bench.write(ids[at] ?? 0, String(value))) as WriteAnswer
                assert.equal(answer.ok.newValue, String(value))
              }
            }),
          )
          const model = values.reduce((sum, own, at) => sum + (own.at(-1) ?? 0) * 2 ** (positions[at] ?? 0), 0)
          assert.equal(bench.bank.holding[30], model)
        }),
        { numRuns: runs(8) },
      )
      const masked = bench.devices.requestedFns.filter((fn) => fn === 22).length
      const others = bench.devices.written.length - masked
      // A device that lacks the function is asked once; the result is remembered.
      if (writeFunction === 'always-16') assert.equal(masked, 0)
      else if (unknown.length > 0) assert.ok(masked >= 1 && masked < widths.length + 1 && others > masked)
      else assert.equal(others, 0)
      bench.devices.unknown.clear()
    })
  }

  test('on two nodes at once all count', async (t) => {
    const id = await bench.paramOf({ address: 40, valueType: 'u16' })
    const { service, orgId, field } = bench
    const { outcomes } = service
    const nodes = [0, 1].map((): WriteCall => {
      const writing = new Writing({ sql: service.db.sql, clock: monotonicClock })
      writing.start()
      t.after(() => writing.stop())
      const caller = { accountId: 0, accountName: 'node' }
      return { db: service.db, clock: monotonicClock, field, writing, outcomes, caller, from: '', now: service.now }
    })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const node = nodes[i % 2]
        assert.ok(node)
        return writeParam(node, orgId, id, { by: 'increment', amount: '1' })
      }),
    )
    for (const answer of answers) assert.ok('ok' in answer, JSON.stringify(answer))
    assert.equal(bench.bank.holding[40], 40)
  })
})
