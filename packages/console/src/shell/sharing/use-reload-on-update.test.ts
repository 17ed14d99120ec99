import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryScript } from './use-reload-on-update.ts'

for (const [html, entry] of [
  ['<script type="module" crossorigin src="/assets/index-Ab_1.js"></script>', '/assets/index-Ab_1.js'],
  ['<head><script src="/assets/a.js"></script><script src="/assets/b.js"></script>', '/assets/a.js'],
  ['<script src="https://elsewhere.example/assets/a.js"></script>', null],
  ['<p>Bad gateway</p>', null],
  ['', null],
] as const) {
  test(html, () => assert.equal(entryScript(html), entry))
}
