import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Poll } from '../poll.ts'
import { PollQueue, type QueuedPoll, queuedPoll } from './queue.ts'

const pollOf = (overrides: Partial<Poll>): Poll => ({
  orgId: 1,
  deviceId: 1,
  readOn: 0,
  params: [],
  values: [],
  texts: null,
  errors: null,
  ...overrides,
})

test("counts a poll's readings and estimates its memory", () => {
  const rows: [name: string, given: Partial<Poll>, readings: number, bytes: number][] = [
    ['nothing', {}, 0, 250],
    ['numbers and gaps', { values: [1, null, 0] }, 2, 250 + 3 * 24],
    ['a text in the place of a number', { values: [null, 1], texts: new Map([[0, 'abc']]) }, 2, 250 + 2 * 24 + 126],
    ['a text beside its number', { values: [5, null], texts: new Map([[0, 'abc']]) }, 1, 250 + 2 * 24 + 126],
    ['a reason for all', { values: [null], errors: 'Timeout' }, 0, 250 + 24],
    ['a reason for one', { values: [null], errors: new Map([[0, 'Crc']]) }, 0, 250 + 24 + 126],
  ]
  for (const [name, given, readings, bytes] of rows) {
    const waiting = queuedPoll(pollOf(given), null)
    assert.deepEqual([waiting.readings, waiting.bytes], [readings, bytes], name)
  }
})

const itemOf = (id: number, values: number, bytes: number): QueuedPoll => ({
  poll: pollOf({ readOn: id, values: Array.from({ length: values }, () => 1) }),
  readings: values,
  bytes,
  aside: null,
})
const idsOf = (items: readonly QueuedPoll[]): number[] => items.map(({ poll }) => poll.readOn)

test('limits a batch by polls and readings, with at least one poll', () => {
  const queue = new PollQueue(1000)
  for (const id of [1, 2, 3, 4]) queue.push(itemOf(id, 2, 1))
  assert.deepEqual(idsOf(queue.take(10, 1)), [1])
  assert.deepEqual(idsOf(queue.take(10, 4)), [2, 3])
  queue.push(itemOf(5, 2, 1))
  assert.deepEqual(idsOf(queue.take(1, 100)), [4])
  assert.deepEqual(idsOf(queue.take(10, 0)), [5])
  assert.deepEqual(idsOf(queue.take(10, 100)), [])
})

test('polls of devices that are busy keep their place; less than is worth it is not taken', () => {
  const queue = new PollQueue(1000)
  const ofDevice = (id: number, deviceId: number): QueuedPoll => {
    const item = itemOf(id, 2, 1)
    return { ...item, poll: { ...item.poll, deviceId } }
  }
  for (const [at, deviceId] of [7, 8, 7, 9, 8, 10].entries()) queue.push(ofDevice(at + 1, deviceId))
  const isBusy = (deviceId: number): boolean => deviceId === 7
  assert.deepEqual(idsOf(queue.takeIdle(isBusy, 10, 9, 100)), [])
  assert.deepEqual([queue.waiting, queue.readings], [6, 12])
  assert.deepEqual(idsOf(queue.takeIdle(isBusy, 10, 4, 4)), [2, 4])
  assert.deepEqual([queue.waiting, queue.size, queue.readings, queue.oldest?.poll.readOn], [4, 6, 8, 1])
  assert.deepEqual(idsOf(queue.takeIdle(isBusy, 1, 0, 100)), [5])
  assert.deepEqual(idsOf(queue.take(10, 100)), [1, 3, 6])
  assert.deepEqual([queue.waiting, queue.readings], [0, 0])
})

type Command =
  | { kind: 'push'; values: number; bytes: number; times: number }
  | { kind: 'take'; polls: number; readings: number }
  | { kind: 'end'; isDone: boolean }

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('push' as const),
    values: fc.nat(5),
    bytes: fc.integer({ min: 1, max: 60 }),
    times: fc.oneof(fc.constant(1), fc.nat(700)),
  }),
  fc.record({
    kind: fc.constant('take' as const),
    polls: fc.integer({ min: 1, max: 900 }),
    readings: fc.oneof(fc.nat(6), fc.nat(3000)),
  }),
  fc.record({ kind: fc.constant('end' as const), isDone: fc.boolean() }),
)

test('as a plain list would do it', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 60 }), fc.constantFrom(100, 5000, 100_000), (all, bytesMax) => {
      const queue = new PollQueue(bytesMax)
      let waiting: QueuedPoll[] = []
      const taken: QueuedPoll[][] = []
      let id = 0
      const bytesOf = (items: readonly QueuedPoll[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0)
      for (const command of all) {
        if (command.kind === 'push') {
          for (let time = 0; time < command.times; time += 1) {
            const item = itemOf(id++, command.values, command.bytes)
            waiting.push(item)
            const dropped: QueuedPoll[] = []
            while (bytesOf([...waiting, ...taken.flat()]) > bytesMax) {
              const oldest = waiting.shift()
              if (oldest === undefined) break
              dropped.push(oldest)
            }
            assert.deepEqual(idsOf(queue.push(item)), idsOf(dropped))
          }
        } else if (command.kind === 'take') {
          const expected: QueuedPoll[] = []
          let readings = 0
          for (const item of waiting) {
            readings += item.poll.values.length
            if (expected.length === command.polls || (expected.length > 0 && readings > command.readings)) break
            expected.push(item)
          }
          waiting = waiting.slice(expected.length)
          taken.push(expected)
          assert.deepEqual(idsOf(queue.take(command.polls, command.readings)), idsOf(expected))
        } else {
          const last = taken.pop() ?? []
          if (command.isDone) queue.done(last)
          else {
            queue.putBack(last)
            waiting = [...last, ...waiting]
          }
        }
        const open = [...waiting, ...taken.flat()]
        assert.deepEqual(
          [queue.waiting, queue.size, queue.bytes, queue.readings, queue.oldest?.poll.readOn],
          [
            waiting.length,
            open.length,
            bytesOf(open),
            waiting.reduce((sum, { poll }) => sum + poll.values.length, 0),
            waiting[0]?.poll.readOn,
          ],
        )
      }
    }),
    { numRuns: 30 },
  )
})
