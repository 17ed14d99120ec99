import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundsOf } from '../testing/path-bounds.ts'
import { gridPx, type PlantSymbol } from './plant-symbol.ts'
import { allSymbols } from './symbol-groups.ts'

const strokePx = 1.3

test('there are at least 120 symbols, and no name twice', () => {
  assert.ok(allSymbols.length >= 120, `${allSymbols.length}`)
  assert.equal(new Set(allSymbols.map(({ id }) => id)).size, allSymbols.length)
  for (const language of ['en', 'pl', 'ru', 'uk'] as const) {
    const names = allSymbols.map(({ names: { [language]: name } }) => name)
    assert.ok(
      names.every((name) => name.trim() === name && name.length > 1 && name.length <= 40),
      language,
    )
  }
  const english = allSymbols.map(({ names: { en } }) => en)
  assert.equal(new Set(english).size, english.length)
})

/** Returns the parts of a symbol that are visible in a state, with their style. */
const seen = ({ parts }: PlantSymbol, state: 'off' | 'run'): string =>
  JSON.stringify(
    parts
      .filter(({ when }) => when === undefined || when === state)
      .map((part) => (state === 'run' && ['b', 'l', 'h'].includes(part.role) ? { ...part, is: 'filled' } : part)),
  )

for (const symbol of allSymbols) {
  test(`${symbol.id} fits its grid and has every state`, () => {
    const { width, height, ports, parts } = symbol
    assert.equal((width % gridPx) + (height % gridPx), 0)
    for (const [x, y] of ports) {
      assert.equal((x % gridPx) + (y % gridPx), 0, 'a port is on the grid')
      assert.ok(x === 0 || y === 0 || x === width || y === height, 'a port is at the edge')
    }
    for (const { d, letter } of parts) {
      assert.notEqual(d === undefined, letter === undefined, 'a part is a path or a letter')
      const { left, top, right, bottom } =
        letter === undefined
          ? boundsOf(d ?? '')
          : { left: letter.x, right: letter.x, top: letter.y - 10, bottom: letter.y }
      assert.ok(left >= -strokePx && top >= -strokePx, `${d} begins at ${left} ${top}`)
      assert.ok(right <= width + strokePx && bottom <= height + strokePx, `${d} ends at ${right} ${bottom}`)
    }
    // Fault and unknown paint every line; they need one in either state.
    for (const state of ['off', 'run'] as const) {
      const lines = parts.filter(({ when, role }) => (when === undefined || when === state) && 'blhi'.includes(role))
      assert.ok(lines.length > 0)
    }
    assert.notEqual(seen(symbol, 'off'), seen(symbol, 'run'))
  })
}
