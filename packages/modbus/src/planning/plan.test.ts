import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { type RegisterKind, readMax, registerKinds } from '../tables.ts'
import { type Extent, endOf } from './extent.ts'
import { groupOf, offsetIn, type ReadItem } from './group.ts'
import { type PlanOptions, plan, type ReadLimits } from './plan.ts'

/** `40+2` is two holding registers from 40 on; `c40` is one coil. */
function extent(text: string): Extent {
  const [, bits, address, count = 1] = /^(c?)(\d+)(?:\+(\d+))?$/.exec(text) ?? []
  return { kind: bits ? 'coil' : 'holding', address: Number(address), count: Number(count) }
}
const extents = (text: string): Extent[] => text.split(' ').filter(Boolean).map(extent)
const written = ({ kind, address, count }: Extent): string => `${kind === 'coil' ? 'c' : ''}${address}+${count}`

interface Row {
  items: string
  gives: string
  unreadable?: string
  options?: Partial<PlanOptions>
  lessons?: Partial<ReadLimits>
}

test('items are merged into requests', () => {
  const closed = [{ kind: 'holding', from: 5, till: 6 }] as const
  const rows: Row[] = [
    { items: '', gives: '' },
    { items: '7', gives: '7+1' },
    { items: '3 1 2', gives: '1+3' },
    { items: '1 1 1+2', gives: '1+2' },
    { items: '1+4 2 3+4', gives: '1+6' },
    { items: '1 c1 2 c2', gives: '1+2 c1+2' },
    // Gaps.
    { items: '0 17', gives: '0+18' },
    { items: '0 18', gives: '0+1 18+1' },
    { items: '0 1', gives: '0+2', options: { gapMax: 0 } },
    { items: '0 2', gives: '0+1 2+1', options: { gapMax: 0 } },
    // Sizes.
    { items: '0+4 4+4 8+4', gives: '0+8 8+4', options: { groupSize: 10 } },
    { items: '0 1 2', gives: '0+1 1+1 2+1', options: { groupSize: 1 } },
    { items: '0 1+20 5 30', gives: '0+6 1+20 30+1', options: { groupSize: 8, gapMax: 4 } },
    { items: '0+20 5 19', gives: '0+20', options: { groupSize: 8 } },
    { items: '0+100 100+100', gives: '0+100 100+100', options: { groupSize: 255 } },
    { items: 'c0+100 c100+100', gives: 'c0+200', options: { groupSize: 255 } },
    { items: '0+125', gives: '0+125', options: { groupSize: 1 } },
    { items: '0+126', gives: '', unreadable: '0+126' },
    { items: 'c0+2000 c0+2001', gives: 'c0+2000', unreadable: 'c0+2001' },
    { items: '65535 65535+2 65536', gives: '65535+1', unreadable: '65535+2 65536+1' },
    { items: '1+0', gives: '', unreadable: '1+0' },
    // Forbidden registers.
    { items: '4 7', gives: '4+1 7+1', options: { forbidden: closed } },
    { items: '4+2 6 3+5 c5', gives: 'c5+1', unreadable: '4+2 6+1 3+5', options: { forbidden: closed } },
    // Lessons.
    { items: '1 2 3 4', gives: '1+2 3+2', lessons: { cuts: extents('3') } },
    { items: '1 2 3 c2 c3', gives: '1+3 c2+2', lessons: { cuts: extents('9 1') } },
    { items: '1 2 3 4 5', gives: '1+2 3+1 4+2', lessons: { alone: extents('3') } },
    { items: '1 3 3 5', gives: '1+1 3+1 5+1', lessons: { alone: extents('3') } },
    { items: '1 5', gives: '1+1 5+1', lessons: { alone: extents('3') } },
    { items: '1+2 3 4+2 2+4', gives: '1+3 2+4 4+2', lessons: { alone: extents('3+2') } },
  ]
  for (const { items, gives, unreadable = '', options, lessons } of rows) {
    const result = plan(extents(items), { groupSize: 125, ...options }, { cuts: [], alone: [], ...lessons })
    const label = JSON.stringify({ items, options, lessons })
    // Groups come by table, holding registers first.
    assert.equal(result.groups.map(written).join(' '), gives, label)
    assert.equal(result.unreadable.map(written).join(' '), unreadable, label)
  }
})

test('an item is found in the answer to its group', () => {
  const { groups } = plan(extents('40 44+2'), { groupSize: 125 })
  const [group] = groups
  assert.ok(group)
  assert.deepEqual(
    group.items.map((item) => offsetIn(group, item)),
    [0, 4],
  )
})

const kinds = fc.constantFrom<RegisterKind>('holding', 'coil')
const itemsOf = (addressMax: number, countMax: number): fc.Arbitrary<ReadItem> =>
  fc.record({
    kind: kinds,
    address: fc.integer({ min: 0, max: addressMax }),
    count: fc.integer({ min: 1, max: countMax }),
  })
const forbiddenOf = (addressMax: number): fc.Arbitrary<NonNullable<PlanOptions['forbidden']>> =>
  fc.array(
    fc
      .tuple(kinds, fc.integer({ min: 0, max: addressMax }), fc.integer({ min: 0, max: 3 }))
      .map(([kind, from, more]) => ({ kind, from, till: from + more })),
    { maxLength: 3 },
  )

test('a plan covers every item once and keeps to the rules', () => {
  const options = fc.record({
    groupSize: fc.integer({ min: 1, max: 255 }),
    gapMax: fc.integer({ min: 0, max: 40 }),
    forbidden: forbiddenOf(400),
  })
  const items = fc.array(itemsOf(400, 140), { maxLength: 40 })
  fc.assert(
    fc.property(items, options, (requestedItems, { groupSize, gapMax, forbidden }) => {
      const { groups, unreadable } = plan(requestedItems, { groupSize, gapMax, forbidden })
      assert.deepEqual(new Set([...groups.flatMap((group) => group.items), ...unreadable]), new Set(requestedItems))
      assert.equal(
        groups.reduce((sum, group) => sum + group.items.length, unreadable.length),
        requestedItems.length,
      )
      for (const group of groups) {
        assert.deepEqual(group, groupOf(group.items))
        assert.ok(group.items.every(({ kind }) => kind === group.kind))
        assert.ok(isAllowed(group, group.items, { groupSize, gapMax, forbidden }))
      }
      for (const item of unreadable) {
        assert.ok(item.count > readMax(item.kind) || forbidden.some((range) => isHit(range, item)))
      }
    }),
    { numRuns: 300 },
  )
})

type ForbiddenRange = NonNullable<PlanOptions['forbidden']>[number]

const isHit = ({ kind, from, till }: ForbiddenRange, item: Extent): boolean =>
  item.kind === kind && from < endOf(item) && item.address <= till

/** Said the other way round than the code does: register by register. */
function isAllowed(group: Extent, items: readonly Extent[], options: Required<PlanOptions>): boolean {
  const addresses = new Set(items.flatMap(({ address, count }) => Array.from({ length: count }, (_, n) => address + n)))
  let gap = 0
  for (let address = group.address; address < endOf(group); address++) {
    gap = addresses.has(address) ? 0 : gap + 1
    if (gap > options.gapMax) return false
  }
  const sizeMax = Math.min(options.groupSize, readMax(group.kind))
  const isOwnSize = items.some(({ count }) => count === group.count)
  return (group.count <= sizeMax || isOwnSize) && !options.forbidden.some((range) => isHit(range, group))
}

test('no other grouping takes fewer requests', () => {
  const options = fc.record({
    groupSize: fc.integer({ min: 1, max: 10 }),
    gapMax: fc.integer({ min: 0, max: 4 }),
    forbidden: forbiddenOf(24),
  })
  fc.assert(
    fc.property(fc.array(itemsOf(24, 12), { maxLength: 6 }), options, (requestedItems, rules) => {
      const { groups, unreadable } = plan(requestedItems, rules)
      const readable = requestedItems.filter((item) => !unreadable.includes(item))
      const fewest = registerKinds
        .map((kind) =>
          fewestGroups(
            readable.filter((item) => item.kind === kind),
            rules,
          ),
        )
        .reduce((sum, count) => sum + count)
      assert.equal(groups.length, fewest)
    }),
    { numRuns: 500 },
  )
})

/** Tries every way to share items out among groups. */
function fewestGroups(items: readonly Extent[], rules: Required<PlanOptions>, parts: Extent[][] = []): number {
  const [item, ...rest] = items
  if (!item) return parts.every((part) => isPart(part, rules)) ? parts.length : Infinity
  const joined = parts.map((part) => parts.map((other) => (other === part ? [...part, item] : other)))
  const ways = [...joined, [...parts, [item]]].map((way) => fewestGroups(rest, rules, way))
  return Math.min(...ways)
}

const isPart = (part: readonly Extent[], rules: Required<PlanOptions>): boolean =>
  isAllowed(groupOf(part.toSorted((a, b) => a.address - b.address)), part, rules)
