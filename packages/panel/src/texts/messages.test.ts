import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemsOf, unusedMessages } from '@busbar/ui/message-problems'
import { messageTypesOf } from '@busbar/ui/message-types'
import { root } from '../build/stamp.ts'

const folder = join(root, 'messages')

test('messages have the same keys and arguments in every language, and the plural forms of theirs', () => {
  assert.deepEqual(problemsOf(folder), [])
})

test('every message is used', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts', 'src/texts/messages.ts'] })
  assert.deepEqual(
    unusedMessages(
      folder,
      sources.map((path) => join(root, path)),
    ),
    [],
  )
})

test('the types of the messages are current: `npm run messages` writes them', () => {
  assert.equal(readFileSync(join(root, 'src/texts/messages.ts'), 'utf8'), messageTypesOf(folder))
})
