import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { BranchNode, EnergyFigures } from '../figures.ts'
import { layOut } from './layout.rules.ts'
import { buildSankey, type SankeyNode } from './sankey.rules.ts'

const counts = { coverage: 1, sensorsReported: 1, sensorsTotal: 1 }
const part = (name: string, figures: Partial<EnergyFigures>, parts: BranchNode[] = []): BranchNode => ({
  branchId: name,
  name,
  figures: { energy: null, ...counts, ...figures },
  parts,
})
const build = (root: BranchNode, levels = 9): SankeyNode => {
  const node = buildSankey(root, { levels })
  assert.ok(node)
  return node
}
const shown = ({ children }: SankeyNode) =>
  children.map(({ kind, name, value }) => `${kind}${name === '' ? '' : ` ${name}`} ${value}`)

/** Trees as they are: some main meters, some of which are wrong or were not read, and sensors beside branches. */
const treesOf = (depth: number): fc.Arbitrary<BranchNode> =>
  fc
    .record({
      name: fc.uuid(),
      own: fc.integer({ min: 0, max: 1000 }),
      main: fc.option(fc.integer({ min: -100, max: 5000 })),
      isKnown: fc.boolean(),
      parts: depth === 0 ? fc.constant<BranchNode[]>([]) : fc.array(treesOf(depth - 1), { maxLength: 4 }),
    })
    .map(({ name, own, main, isKnown, parts }) => {
      const sum = own + parts.reduce((total, { figures }) => total + (figures.energy ?? 0), 0)
      if (main === null) return part(name, { energy: sum }, parts)
      return part(name, { energy: isKnown ? main : null, metered: sum, unmetered: isKnown ? main - sum : null }, parts)
    })
const trees = treesOf(4)

const all = (node: SankeyNode): SankeyNode[] => [node, ...node.children.flatMap(all)]

describe('energy flow', () => {
  test('every branch passes on what it receives, including unmetered energy', () =>
    fc.assert(
      fc.property(trees, fc.integer({ min: 1, max: 9 }), (tree, levels) => {
        const root = buildSankey(tree, { levels })
        for (const node of root === null ? [] : all(root)) {
          assert.ok(node.value > 0, 'only what is above nought is drawn')
          if (node.children.length === 0) continue
          const out = node.flows.reduce((sum, flow) => sum + flow, 0)
          assert.ok(Math.abs(out - node.value) <= node.value * 1e-6, `${out} of ${node.value}`)
          for (const [at, child] of node.children.entries()) {
            const flow = node.flows[at] ?? 0
            assert.ok(node.excess > 0 ? flow < child.value : flow === child.value)
          }
        }
      }),
      { numRuns: 300 },
    ))

  test('is drawn in its frame, without bars over each other', () =>
    fc.assert(
      fc.property(trees, (tree) => {
        const root = buildSankey(tree, { levels: 9 })
        if (root === null) return
        const { bars, height } = layOut(root, 1000, 300)
        for (const { x, y, height: px } of bars) {
          assert.ok(x >= 0 && x <= 1000 && y >= -1e-6 && y + px <= height + 1.001, JSON.stringify({ x, y, px, height }))
        }
        const columns = Map.groupBy(bars, ({ x }) => x)
        for (const column of columns.values()) {
          const sorted = column.toSorted((a, b) => a.y - b.y)
          for (const [at, bar] of sorted.slice(1).entries()) {
            const above = sorted[at]
            assert.ok(above === undefined || above.y + above.height <= bar.y + 1e-6)
          }
        }
      }),
      { numRuns: 100 },
    ))

  test('the rest of a main meter is a part of its own, the largest comes first', () => {
    const tree = part('Site', { energy: 100, metered: 80, unmetered: 20 }, [
      part('A', { energy: 30 }),
      part('B', { energy: 50 }),
    ])
    assert.deepEqual(shown(build(tree)), ['branch B 50', 'branch A 30', 'rest 20'])
  })

  test('marks unread energy as unknown, not as unmetered', () => {
    const tree = part('Site', { energy: 100, metered: 80, unmetered: null }, [part('A', { energy: 80 })])
    assert.deepEqual(shown(build(tree)), ['branch A 80', 'unknown 20'])
  })

  test('sensors beside branches are a part', () => {
    assert.deepEqual(shown(build(part('Site', { energy: 100 }, [part('A', { energy: 70 })]))), [
      'branch A 70',
      'own 30',
    ])
  })

  test('reports parts that exceed the meter, without a rest', () => {
    const node = build(
      part('Site', { energy: 100, metered: 120, unmetered: -20 }, [
        part('A', { energy: 90 }),
        part('B', { energy: 30 }),
      ]),
    )
    assert.deepEqual([shown(node), node.excess, node.flows], [['branch A 90', 'branch B 30'], 20, [75, 25]])
  })

  test('shows known branches below a main meter that was not read', () => {
    const node = build(part('Site', { energy: null, metered: 80, unmetered: null }, [part('A', { energy: 80 })]))
    assert.deepEqual([node.value, node.isNotRead, shown(node)], [80, true, ['branch A 80']])
  })

  test('small ones are put together; what feeds back is not drawn', () => {
    const parts = [98, 0.5, 0.5, 1, -5].map((energy, at) => part(`P${at}`, { energy }))
    const node = build(part('Site', { energy: 95 }, parts))
    assert.deepEqual(shown(node), ['branch P0 98', 'branch P3 1', 'more 1'])
    assert.equal(node.children.at(-1)?.count, 2)
  })

  test('returns null for a tree without energy', () =>
    assert.equal(buildSankey(part('Site', { energy: 0 }), { levels: 3 }), null))
})
