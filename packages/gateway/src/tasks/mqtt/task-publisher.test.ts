import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { compile } from '../compile/compile.ts'
import { newMemory } from '../running/memory.ts'
import { TaskPublisher } from './task-publisher.ts'

const setUp = (defs: string, periodMs = 1000) => {
  const compiled = compile(Buffer.from(`TASK 2 PERIOD ${periodMs}\n${defs}\n`))
  assert.ok('ok' in compiled, JSON.stringify(compiled))
  const { items } = compiled.ok
  const clock = new VirtualClock(1000)
  const memory = newMemory(compiled.ok)
  const put: string[] = []
  const sink = {
    put: (topic: string, payload: string, expirySec: number) => void put.push(`${topic} ${payload} ${expirySec}`),
  }
  const publisher = new TaskPublisher({ sourceFile: 'HEAT.TSK', items, periodMs, clock, sink })
  const note = (afterMs = 0): string[] => {
    clock.advance(afterMs)
    publisher.note(memory)
    return put.splice(0)
  }
  const slotOf = (name: string): number => items.find((item) => item.name === name)?.slot ?? -1
  return { memory, note, slotOf, publisher, put, items }
}

test('publishes a change at once, at most once a second, and an unchanged value once a minute', () => {
  const { memory, note, slotOf } = setUp('DEF level F32 = 1.5 PUB\nDEF other U16')
  assert.deepEqual(note(), ['HEAT/level 1.5 180'])
  assert.deepEqual(note(100), [])
  memory.numbers[slotOf('level')] = Math.fround(0.1)
  assert.deepEqual(note(100), [])
  assert.deepEqual(note(800), ['HEAT/level 0.1 180'])
  assert.deepEqual(note(59_000), [])
  assert.deepEqual(note(1000), ['HEAT/level 0.1 180'])
})

test('numbers keep their digits, arrays are lists, texts are themselves; no number is null', () => {
  const { memory, note, slotOf } = setUp(
    'DEF big U64 PUB\nDEF list S16[3] PUB\nDEF word STR[8] = "on" PUB\nDEF odd F32 PUB',
    120_000,
  )
  memory.numbers[slotOf('big')] = 9_007_199_254_740_991
  memory.numbers.set([1, -2, 3], slotOf('list'))
  memory.numbers[slotOf('odd')] = Number.NaN
  assert.deepEqual(note(), [
    'HEAT/big 9007199254740991 360',
    'HEAT/list [1,-2,3] 360',
    'HEAT/word on 360',
    'HEAT/odd null 360',
  ])
})

test('publishes a missing value as null, never as an old value', () => {
  const { memory, note, items } = setUp('DEF volts U16 AT 12:H 40 PUB')
  const [item] = items
  assert.ok(item)
  assert.deepEqual(note(), ['HEAT/volts null 180'])
  memory.hasBeenRead[item.id] = 1
  memory.numbers[item.slot] = 230
  assert.deepEqual(note(1000), ['HEAT/volts 230 180'])
  memory.readErrors[item.id] = 11
  assert.deepEqual(note(1000), ['HEAT/volts null 180'])
})

test('a task that ends removes its values', () => {
  const { note, publisher, put } = setUp('DEF a U16 = 1 PUB\nDEF b U16')
  publisher.stop()
  assert.deepEqual(put, [])
  note()
  publisher.stop()
  assert.deepEqual(put, ['HEAT/a  180'])
})
