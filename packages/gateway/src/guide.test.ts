import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { storedOnly } from './settings/stored-only.ts'

const guide = readFileSync(new URL('../../../docs/guides/gateway.md', import.meta.url), 'utf8')

test('the guide names every setting that is only kept, and no other', () => {
  const [, list = ''] = /<!-- stored only: begin -->(.*)<!-- stored only: end -->/s.exec(guide) ?? []
  const named = Array.from(list.matchAll(/`([^`]+)`/g), ([, key]) => key)
  assert.deepEqual(named, [...storedOnly])
})
