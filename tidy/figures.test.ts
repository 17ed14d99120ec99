import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelFiles, type Figures, figures, totals, widgetFiles } from './figures.ts'
import { read } from './source.ts'

/** The most exceptions that each rule may have. A change that removes some lowers the number. */
const limits = JSON.parse(read('tidy/house.json')) as Figures

test('no rule of the house has more exceptions than before', (t) => {
  const now = figures()
  t.diagnostic(`totals: ${JSON.stringify(totals())}`)
  const worse = Object.entries(limits).flatMap(([name, limit]) => {
    const count = now[name as keyof Figures]
    return count > limit ? [`${name}: ${count}, at most ${limit}`] : []
  })
  assert.deepEqual(worse, [])
  assert.deepEqual(Object.keys(limits), Object.keys(now))
})

test('a widget kind is named in its contract, its own file and the catalogue only', () => {
  for (const [kind, files] of Object.entries(widgetFiles()))
    assert.equal(files.length, 3, `${kind}: ${files.join(', ')}`)
})

test('a channel is named in three source files: its row of the table, its sender and the list of senders', () => {
  for (const [name, paths] of Object.entries(channelFiles()))
    assert.ok(paths.length <= 3, `${name}: ${paths.join(', ')}`)
})
