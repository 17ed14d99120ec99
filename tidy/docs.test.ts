import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pages } from './docs/pages.ts'
import { files, read } from './source.ts'

test('pages made from data are fresh; if not: npm run docs', () => {
  for (const [path, text] of pages()) assert.equal(read(path), text, path)
})

test('no page is left of data that is gone', () => {
  assert.deepEqual(files('docs/{reference/**/*.md,api/*.json}'), [...pages().keys()].toSorted())
})
