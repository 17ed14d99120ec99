import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folders } from './folders.ts'
import { files, read } from './source.ts'

const page = read('docs/ARCHITECTURE.md')
/** What stands under a heading, up to the next of its level. */
const sectionOf = (text: string, heading: string): string =>
  text.split(`\n${heading}\n`)[1]?.split(new RegExp(`^#{1,${heading.indexOf(' ')}} `, 'm'))[0] ?? ''

test('three walks lead through at most seven files each, and all of them exist', () => {
  const known = new Set(files('packages/**/*.ts'))
  const walks = sectionOf(page, '## Three walks').split(/^### /m).slice(1)
  assert.equal(walks.length, 3)
  for (const walk of walks) {
    const steps = Array.from(walk.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, path = '']) => path)
    assert.ok(steps.length >= 3 && steps.length <= 7, walk)
    assert.deepEqual(
      steps.filter((path) => !known.has(path)),
      [],
    )
  }
})

test('every folder of the cloud is in its tree, and the tree has no other', () => {
  const [, tree = ''] = sectionOf(page, '## packages/cloud').split('```')
  const heads = tree.split('\n').map((line) => line.split(/ {3,}/)[0] ?? '')
  const named = heads.flatMap((head) =>
    Array.from(head.matchAll(/^([a-z-]+)\/| ([a-z-]+)\//g), ([, first, other]) => first ?? other ?? ''),
  )
  const expected = Object.keys(folders['packages/cloud'] ?? {}).filter((folder) => folder !== '.')
  assert.deepEqual(named.toSorted(), expected.toSorted())
})

test('what stands under a heading ends with the next of its level', () => {
  const text = '\n# A\na\n## B\nb\n### C\nc\n## D\nd\n'
  const rows: [heading: string, section: string][] = [
    ['## B', 'b\n### C\nc\n'],
    ['### C', 'c\n'],
    ['## D', 'd\n'],
    ['## E', ''],
  ]
  for (const [heading, section] of rows) assert.equal(sectionOf(text, heading), section)
})
