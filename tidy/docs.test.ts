import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedNote, pages } from './docs/pages.ts'
import { files, read } from './source.ts'

test('pages made from data are fresh; if not: npm run docs', () => {
  for (const [path, text] of pages()) assert.equal(read(path), text, path)
})

test('contains no generated page of data that is gone', () => {
  const isGenerated = (path: string): boolean => path.startsWith('docs/api/') || read(path).startsWith(generatedNote)
  assert.deepEqual(files('docs/{reference/**/*.md,api/*}').filter(isGenerated), [...pages().keys()].toSorted())
})

test('states context, decision, consequences and alternatives in every decision, on one screen', () => {
  const paths = files('docs/decisions/*.md')
  assert.ok(paths.length <= 60, `${paths.length} pages, at most 60: merge those about one subject`)
  const headings = ['## Context', '## Decision', '## Consequences', '## Alternatives']
  for (const path of paths) {
    const lines = read(path).split('\n')
    assert.deepEqual(
      lines.filter((line) => line.startsWith('## ')),
      headings,
      path,
    )
    assert.ok(lines.length <= 60, `${path}: ${lines.length - 1} lines, at most 59`)
    assert.deepEqual(
      lines.filter((line) => line.length > 120),
      [],
      path,
    )
  }
})
