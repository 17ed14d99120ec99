import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemsOf, unusedKeys } from '@busbar/ui/message-problems'
import { messageTypesOf } from '@busbar/ui/message-types'

const source = join(import.meta.dirname, '..')
const folder = join(source, '../messages')

test('messages have the same keys and arguments in every language, and the plural forms of theirs', () => {
  assert.deepEqual(problemsOf(folder), [])
})

test('every message is used, apart from names, which clients of the API request', () => {
  const paths = globSync('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', 'texts/messages.ts'] })
  const sources = paths.map((path) => join(source, path))
  assert.deepEqual(unusedKeys(folder, ['alerts'], sources), [])
})

test('the types of the messages are current: `npm run messages` writes them', () => {
  assert.equal(readFileSync(join(source, 'texts/messages.ts'), 'utf8'), messageTypesOf(folder))
})
