import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { packages } from './arrows.ts'
import { circlesIn } from './circles.ts'
import { folders } from './folders.ts'
import { files, importsOf } from './source.ts'

test('no file imports itself over others, not even for a type', () => {
  const sources = files('{packages,templates,bench,site,tidy}/**/*.{ts,tsx}')
  const graph = new Map(
    sources.map((path) => {
      const relative = importsOf(path).filter((target) => target.startsWith('.'))
      return [path, relative.map((target) => posix.join(posix.dirname(path), target))]
    }),
  )
  assert.deepEqual(circlesIn(graph), [])
})

test('no package imports itself over others', () => {
  const named = Object.entries(packages).map(([path, targets]) => [posix.basename(path), targets] as const)
  assert.deepEqual(circlesIn(new Map(named)), [])
})

/** Packages whose folders do not depend on each other in circles. Once listed, a package stays here. */
const acyclicPackages = [
  'packages/call-back',
  'packages/mqtt',
  'packages/tunnel',
  'packages/wire',
  'packages/cloud',
  'packages/console',
  'packages/ui',
  'packages/polling',
  'packages/panel',
]

test('folders of a package form an acyclic graph', () => {
  const circles = acyclicPackages.flatMap((name) => circlesIn(new Map(Object.entries(folders[name] ?? {}))))
  assert.deepEqual(circles, [])
})

const rows: [name: string, graph: Record<string, string[]>, circles: string[][]][] = [
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['two ways to one file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['a file that is not ours', { a: ['node'] }, []],
  ['itself', { a: ['a'] }, [['a']]],
  ['two', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  ['three, seen from outside', { z: ['b'], b: ['c'], c: ['a', 'd'], a: ['b'], d: [] }, [['a', 'b', 'c']]],
  [
    'two knots with a bridge',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
]
for (const [name, graph, circles] of rows)
  test(`circles are found: ${name}`, () => assert.deepEqual(circlesIn(new Map(Object.entries(graph))), circles))
