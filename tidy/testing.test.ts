import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, importsOf, read } from './source.ts'
import { isMisplaced, mayUseTestSupport } from './testing.ts'

const sources = files('packages/*/src/**/*.{ts,tsx}')

test('code that only tests use is in a folder testing', () => {
  const misplaced = sources.filter(isMisplaced)
  assert.deepEqual(misplaced, [])
})

test('only tests use it', () => {
  const wrong = sources.filter(
    (path) =>
      !mayUseTestSupport(path) &&
      !isMisplaced(path) &&
      importsOf(path).some((target) => target.startsWith('.') && target.includes('/testing/')),
  )
  assert.deepEqual(wrong, [])
})

test('hooks are inside of groups, because the files of a run share a process', () => {
  const tests = files('{packages/*/src,templates,tidy}/**/*.test.ts')
  const wrong = tests.filter((path) => /^(?:before|beforeEach|afterEach)\(/m.test(read(path)))
  assert.deepEqual(wrong, [])
})

const rows: [path: string, isMisplaced: boolean][] = [
  ['packages/a/src/b/testing.ts', true],
  ['packages/a/src/b/testing-ledger.ts', true],
  ['packages/a/src/b/naive.testing.ts', true],
  ['packages/a/src/b/b.arbitrary.ts', true],
  ['packages/a/src/b/testing/ledger.ts', false],
  ['packages/a/src/b/testing/b.arbitrary.ts', false],
  ['packages/a/src/b/b.test.ts', false],
  ['packages/a/src/b/contesting.ts', false],
]
for (const [path, expected] of rows)
  test(`${path} is ${expected ? 'in the wrong place' : 'fine'}`, () => assert.equal(isMisplaced(path), expected))
