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
