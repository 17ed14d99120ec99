import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findCycle } from './save-report.ts'

test('a cycle is found where there is one', () => {
  const node = fc.nat(7).map(String)
  const links = fc.array(fc.record({ mainId: node, linkId: node }), { maxLength: 16 })
  const all = Array.from({ length: 8 }, (_, at) => String(at))
  fc.assert(
    fc.property(links, (edges) => {
      const cycle = findCycle(all, edges)
      // Repeatedly removes edges that lead nowhere: the remaining ones form circles.
      let rest = edges
      for (let before = -1; before !== rest.length; ) {
        before = rest.length
        const leading = new Set(rest.map(({ mainId }) => mainId))
        rest = rest.filter(({ linkId }) => leading.has(linkId))
      }
      assert.equal(cycle !== null, rest.length > 0)
      if (cycle === null) return
      assert.equal(cycle[0], cycle.at(-1))
      for (const [at, id] of cycle.slice(1).entries()) {
        assert.ok(edges.some(({ mainId, linkId }) => mainId === cycle[at] && linkId === id))
      }
    }),
    { numRuns: 1000 },
  )
})

test('a long way is no deep one', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => ({ mainId: `${at}`, linkId: `${at + 1}` }))
  assert.equal(findCycle(['0'], chain), null)
  assert.equal(findCycle(['0'], [...chain, { mainId: '20000', linkId: '0' }])?.length, 20_002)
})
