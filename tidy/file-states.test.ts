import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { importsIn } from './source.ts'

interface Reading {
  read: (path: string) => string
  common: string
}
interface Resolving extends Reading {
  importsOf: (text: string) => string[]
  resolve: (folder: string, name: string) => string | undefined
}

const { ownStates, typeStates } = (await import(new URL('../scripts/file-states.mjs', import.meta.url).href)) as {
  ownStates: (paths: string[], given: Reading) => Map<string, string>
  typeStates: (paths: string[], given: Resolving) => Map<string, string>
}

const before: Readonly<Record<string, string>> = {
  'packages/a/one.ts': "import { two } from './two.ts'\nexport const one = two",
  'packages/a/two.ts': "import { three } from '@ours/b'\nexport const two = three",
  'packages/a/alone.ts': 'export const alone = 1',
  'packages/b/three.ts': 'export const three = 3',
  'packages/b/lazy.ts': "export const lazy = () => import('./three.ts')",
  'packages/c/routes.ts':
    "import { page } from './page.ts'\ndeclare module 'router' {\n  interface Routes { page: page }\n}",
  'packages/c/page.ts': 'export interface page {}',
  'packages/c/link.ts': "import { to } from 'router'\nto('page')",
  'packages/c/globals.d.ts': 'interface Window {}',
}

const changedBy = (
  statesOf: typeof typeStates,
  changes: Readonly<Record<string, string | undefined>>,
  common = 'same',
): string[] => {
  const given = (texts: Readonly<Record<string, string | undefined>>, shared: string): [string[], Resolving] => [
    Object.keys(texts).filter((path) => texts[path] !== undefined),
    {
      read: (path) => texts[path] ?? assert.fail(`${path} is not there`),
      common: shared,
      importsOf: importsIn,
      resolve: (folder, name) => {
        const path = name === '@ours/b' ? 'packages/b/three.ts' : posix.join(folder, name)
        return texts[path] === undefined ? undefined : path
      },
    },
  ]
  const old = statesOf(...given(before, 'same'))
  const states = statesOf(...given({ ...before, ...changes }, common))
  return [...states.keys()].filter((path) => states.get(path) !== old.get(path)).map((path) => path.slice(9))
}

const everything = Object.keys(before).map((path) => path.slice(9))
const rows: [name: string, changes: Record<string, string | undefined>, changed: string[]][] = [
  ['nothing', {}, []],
  ['a file that nobody imports', { 'packages/a/alone.ts': '' }, ['a/alone.ts']],
  [
    'what is imported, over others and packages too',
    { 'packages/b/three.ts': '' },
    ['a/one.ts', 'a/two.ts', 'b/three.ts', 'b/lazy.ts'],
  ],
  ['what is imported is gone', { 'packages/a/two.ts': undefined }, ['a/one.ts']],
  [
    'what adds to types of a package',
    { 'packages/c/page.ts': '' },
    ['c/routes.ts', 'c/page.ts', 'c/link.ts', 'c/globals.d.ts'],
  ],
  ['declarations of all', { 'packages/c/globals.d.ts': '' }, everything],
  ['a new file', { 'packages/c/new.ts': '' }, ['c/new.ts']],
  ['a new file with declarations', { 'packages/c/new.d.ts': '' }, [...everything, 'c/new.d.ts']],
]
for (const [name, changes, changed] of rows)
  test(`is linted again: ${name}`, () => assert.deepEqual(changedBy(typeStates, changes), changed))

test('all is checked again where a setting of the check has changed', () => {
  assert.deepEqual(changedBy(typeStates, {}, 'other'), everything)
  assert.deepEqual(changedBy(ownStates, {}, 'other'), everything)
})

test('the format of a file is checked again when it has changed, and no other', () => {
  assert.deepEqual(changedBy(ownStates, { 'packages/b/three.ts': '', 'packages/c/globals.d.ts': '' }), [
    'b/three.ts',
    'c/globals.d.ts',
  ])
})

test('files that import each other have states, which change', () => {
  const circle = { 'packages/b/three.ts': "import { lazy } from './lazy.ts'\nexport const three = 3" }
  assert.ok(changedBy(typeStates, circle).includes('b/lazy.ts'))
})
