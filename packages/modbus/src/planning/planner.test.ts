import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type Extent, endOf } from './extent.ts'
import type { ReadGroup, ReadItem } from './group.ts'
import { type PlanOptions, plan } from './plan.ts'
import { Memory, ReadPlanner } from './planner.ts'

/** A device that calls any request over an illegal address, or longer than it likes, illegal. */
class Device {
  readonly #illegal: ReadonlySet<number>
  readonly #countMax: number
  requests = 0

  constructor(illegal: Iterable<number>, countMax = 125) {
    this.#illegal = new Set(illegal)
    this.#countMax = countMax
  }

  reads({ address, count }: Extent): boolean {
    if (count > this.#countMax) return false
    return Array.from({ length: count }, (_, n) => address + n).every((one) => !this.#illegal.has(one))
  }

  /** Polls once: requests every group, and its replacements if it is refused. Returns the items read. */
  poll(planner: ReadPlanner<ReadItem>, items: readonly ReadItem[]): Set<ReadItem> {
    const read = new Set<ReadItem>()
    const queue = [...planner.plan(items).groups]
    for (let group = queue.shift(); group; group = queue.shift()) {
      this.requests++
      if (this.reads(group)) {
        planner.accepted(group)
        for (const item of group.items) read.add(item)
      } else queue.unshift(...planner.refused(group))
    }
    return read
  }
}

const holding = (address: number, count = 1): ReadItem => ({ kind: 'holding', address, count })
const row = (from: number, till: number): ReadItem[] =>
  Array.from({ length: till - from + 1 }, (_, index) => holding(from + index))
const shown = (groups: readonly ReadGroup<ReadItem>[]): string =>
  groups.map(({ address, count }) => `${address}+${count}`).join(' ')

interface Row {
  items: ReadItem[]
  illegal: number[]
  countMax?: number
  gives: string
}

test('after two polls the plan fits the device', () => {
  const rows: Row[] = [
    { items: row(0, 9), illegal: [], gives: '0+10' },
    // A bad item is read alone, and its neighbours are grouped again on either side.
    { items: row(0, 9), illegal: [3], gives: '0+3 3+1 4+6' },
    { items: row(0, 9), illegal: [0, 9], gives: '0+1 1+8 9+1' },
    // A hole between items is a cut, exactly there.
    { items: [...row(0, 6), ...row(10, 12)], illegal: [8], gives: '0+7 10+3' },
    { items: [holding(0), holding(4), ...row(8, 15)], illegal: [2, 6], gives: '0+1 4+1 8+8' },
    // A request too long is cut in the middle.
    { items: row(0, 9), illegal: [], countMax: 6, gives: '0+5 5+5' },
    // An item that spans its whole group is known to be bad without trying it again.
    { items: [holding(0, 8), holding(2), holding(4)], illegal: [7], gives: '0+8 2+3' },
    { items: [holding(0, 4), holding(0, 2), holding(0)], illegal: [1], gives: '0+4 0+2 0+1' },
  ]
  for (const { items, illegal, countMax, gives } of rows) {
    const planner = new ReadPlanner<ReadItem>({ groupSize: 125 })
    const device = new Device(illegal, countMax)
    const readable = new Set(items.filter((item) => device.reads(item)))
    assert.deepEqual(device.poll(planner, items), readable)
    assert.deepEqual(device.poll(planner, items), readable)
    assert.equal(shown(planner.plan(items).groups), gives)
  }
})

test('a refused single item has nothing to try instead', () => {
  const planner = new ReadPlanner<ReadItem>({ groupSize: 125 })
  const [group] = planner.plan([holding(5, 2), holding(5, 2)]).groups
  assert.ok(group)
  assert.deepEqual(planner.refused(group), [])
})

test('halves are shrunk to their items, and one unanswered half teaches nothing', () => {
  const planner = new ReadPlanner<ReadItem>({ groupSize: 125 })
  const items = [holding(0), holding(10, 2)]
  const [group] = planner.plan(items).groups
  assert.ok(group)
  const [left, right] = planner.refused(group)
  assert.ok(left && right)
  assert.equal(shown([left, right]), '0+1 10+2')
  planner.accepted(left)
  planner.accepted(left)
  assert.equal(shown(planner.plan(items).groups), '0+12')
  planner.accepted(right)
  assert.equal(shown(planner.plan(items).groups), '0+1 10+2')
})

test('keeps learned limits when items are removed, and can export, revert and forget them', () => {
  const memory = new Memory()
  const planner = new ReadPlanner<ReadItem>({ groupSize: 125 }, memory)
  new Device([3]).poll(planner, row(0, 5))
  assert.equal(shown(planner.plan(row(1, 8)).groups), '1+2 3+1 4+5')
  assert.equal(shown(new ReadPlanner<ReadItem>({ groupSize: 3 }, memory).plan(row(1, 8)).groups), '1+2 3+1 4+3 7+2')
  new Device([]).poll(planner, row(1, 8))
  assert.equal(shown(planner.plan(row(1, 8)).groups), '1+8')
  new Device([6]).poll(planner, row(1, 8))
  planner.forget()
  assert.equal(shown(planner.plan(row(1, 8)).groups), '1+8')
})

test('memory has an end', () => {
  const memory = new Memory()
  for (const { kind, address, count } of row(0, 2_000)) {
    memory.learnCut({ kind, address })
    memory.learnAlone({ kind, address, count })
    memory.learnAlone({ kind, address: 0, count })
  }
  assert.equal(memory.cuts.length, 1024)
  assert.equal(memory.alone.length, 1024)
  assert.equal(memory.cuts[0]?.address, 977)
  assert.ok(memory.alone.some(({ address }) => address === 0))
})

/** Items side by side or apart, never one over another. */
const apart = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let end = 0
    return steps.map(([gap, count]) => {
      const item = holding(end + gap, count)
      end = endOf(item)
      return item
    })
  })
const crossing = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 1, max: 12 })).map(([at, count]) => holding(at, count)),
  { minLength: 1, maxLength: 30 },
)
const illegalAddresses = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 12 })
const groupSizes = fc.integer({ min: 1, max: 125 })

/** Polls until a poll is refused nothing but items known to be bad. */
function converge(device: Device, planner: ReadPlanner<ReadItem>, items: readonly ReadItem[]): void {
  for (let polls = 1; polls <= 2 * items.length + 1; polls++) {
    const before = device.requests
    const read = device.poll(planner, items)
    assert.deepEqual(read, new Set(items.filter((item) => device.reads(item))))
    if (device.requests - before === planner.plan(items).groups.length) return
  }
  assert.fail('every poll that is refused something teaches a cut or an item, so there is an end to it')
}

test('every poll reads all that can be read, and the polls settle', () => {
  const items = fc.oneof(apart, crossing)
  fc.assert(
    fc.property(
      items,
      illegalAddresses,
      groupSizes,
      fc.integer({ min: 1, max: 125 }),
      (requestedItems, illegal, size, max) => {
        const planner = new ReadPlanner<ReadItem>({ groupSize: size })
        const device = new Device(illegal, max)
        converge(device, planner, requestedItems)
        // After the limits are learned, only one request per bad extent fails.
        const wasted = planner.plan(requestedItems).groups.filter((group) => !device.reads(group))
        for (const group of wasted) assert.ok(group.items.every((item) => !device.reads(item)))
      },
    ),
    { numRuns: 300 },
  )
})

test('against illegal addresses the plan ends as short as one that knew them', () => {
  fc.assert(
    fc.property(apart, illegalAddresses, groupSizes, (requestedItems, illegal, groupSize) => {
      const options: PlanOptions = { groupSize }
      const planner = new ReadPlanner<ReadItem>(options)
      const device = new Device(illegal)
      converge(device, planner, requestedItems)
      const forbidden = illegal.map((address) => ({ kind: 'holding', from: address, till: address }) as const)
      const best = plan(requestedItems, { ...options, forbidden })
      assert.equal(planner.plan(requestedItems).groups.length, best.groups.length + best.unreadable.length)
    }),
    { numRuns: 300 },
  )
})

test('against a limit of length the plan ends within twice as many requests as one that knew it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), groupSizes, fc.integer({ min: 2, max: 125 }), (length, size, max) => {
      const requestedItems = row(0, length - 1)
      const planner = new ReadPlanner<ReadItem>({ groupSize: size })
      converge(new Device([], max), planner, requestedItems)
      const best = plan(requestedItems, { groupSize: Math.min(size, max) }).groups.length
      assert.ok(
        planner.plan(requestedItems).groups.length <= 2 * best,
        `${planner.plan(requestedItems).groups.length} of ${best}`,
      )
    }),
    { numRuns: 200 },
  )
})

test('finds one bad item among many in few requests', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), (bad) => {
      const planner = new ReadPlanner<ReadItem>({ groupSize: 125 })
      const device = new Device([bad])
      device.poll(planner, row(0, 99))
      assert.ok(device.requests <= 15, `${device.requests} requests`)
    }),
  )
})
