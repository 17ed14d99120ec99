import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './source.ts'
import { textOf, wording } from './wording.ts'

type Area = keyof typeof wording

/** The most lines with banned wording in each area. A change that removes some lowers the number. */
const limits = JSON.parse(read('tidy/wording.json')) as Record<Area, number>
const shownMax = 40

for (const area of Object.keys(wording) as Area[]) {
  test(`${area} use standard English, except for ${limits[area]} lines from before`, (t) => {
    const hits = wording[area]()
    t.diagnostic(`${area}: ${hits.length}`)
    const shown = hits.slice(0, shownMax).map(textOf).join('\n')
    assert.ok(
      hits.length <= limits[area],
      `${hits.length} lines, at most ${limits[area]} (npm run wording -- ${area}):\n${shown}`,
    )
  })
}

test('has a limit for every area', () => {
  assert.deepEqual(Object.keys(limits), Object.keys(wording))
})
