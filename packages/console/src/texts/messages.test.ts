import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemsOf, unusedMessages } from '@busbar/ui/message-problems'
import { messageTypesOf } from '@busbar/ui/message-types'
import { root } from '../build/root.ts'

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

test('catalogues are looked up by the paths of their glob', () => {
  const pathsOf = (source: string, form: RegExp): Set<string> =>
    new Set(Array.from(source.matchAll(form), ([, path = '']) => path))
  for (const path of globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const source = readFileSync(join(root, path), 'utf8')
    const imported = pathsOf(source, /import\.meta\.glob<[^>]*(?:\[[^\]]*\])?>\('([^'*]+)\*\.json'/g)
    assert.deepEqual(pathsOf(source, /`(\.\.[./]+messages\/(?:\w+\/)?)\$\{/g), imported, path)
  }
})
