import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { kitInBrowsers } from '@busbar/ui/builder'
import { nodeModules, packages, testPackages } from './arrows.ts'
import { circlesIn } from './circles.ts'
import { folders } from './folders.ts'
import { files, importsOf, read } from './source.ts'

const isTest = (path: string): boolean =>
  /\.(test|arbitrary)\.tsx?$|\/testing(\/|\.ts$)|\/(oracles|peers|crash|faults|hostile|installing|gateway\/box)\//.test(
    path,
  )
const packageOf = (path: string): string => Object.keys(packages).find((name) => path.startsWith(`${name}/`)) ?? ''
/** The folder below `src` in which a file lives; `.` for files right there. */
const folderOf = (path: string): string => /\/src\/([^/]+)\//.exec(path)?.[1] ?? '.'

const sources = files('{packages,templates,bench,site,tidy}/**/*.{ts,tsx}').filter((path) => packageOf(path) !== '')
const arrows = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })))

test('packages import only those below them', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const name = /^@busbar\/([^/]+)/.exec(to)?.[1]
    if (name === undefined || packages[packageOf(from)]?.includes(name)) return false
    return !isTest(from) || !testPackages[packageOf(from)]?.includes(name)
  })
  assert.deepEqual(wrong, [])
})

test('pages for browsers import only those modules of kit that need no Node', () => {
  const allowed = new Set(kitInBrowsers.map((name) => `@busbar/kit/${name}`))
  const wrong = arrows.filter(
    ({ from, to }) =>
      /^packages\/(charts|console|diagrams|panel|ui)\//.test(from) &&
      to.startsWith('@busbar/kit') &&
      !isTest(from) &&
      !allowed.has(to),
  )
  assert.deepEqual(wrong, [])
})

test('packages import others only through their public entries', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const target = posix.join(posix.dirname(from), to)
    return to.startsWith('.') && packageOf(target) !== packageOf(from)
  })
  assert.deepEqual(wrong, [])
})

test('package.json lists our packages as the table does', () => {
  for (const [path, allowed] of Object.entries(packages)) {
    const { dependencies = {} } = JSON.parse(read(`${path}/package.json`)) as { dependencies?: Record<string, string> }
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@busbar/'))
    assert.deepEqual(ours.map((name) => name.slice(8)).toSorted(), allowed.toSorted(), path)
  }
})

test('every package is in the table', () => {
  const found = files('{packages/*,templates,bench,site,tidy}/package.json').map((path) => posix.dirname(path))
  assert.deepEqual(found, Object.keys(packages).toSorted())
})

test('folders inside a package import only those that the table allows', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const table = folders[packageOf(from)]
    if (table === undefined || !to.startsWith('.') || isTest(from)) return false
    const [own, other] = [folderOf(from), folderOf(posix.join(posix.dirname(from), to))]
    return own !== other && !table[own]?.includes(other)
  })
  assert.deepEqual(wrong, [])
})

test('folders of pages, alerts and messages form no circle', () => {
  for (const name of ['alerts', 'charts', 'console', 'diagrams', 'messaging'])
    assert.deepEqual(circlesIn(new Map(Object.entries(folders[`packages/${name}`] ?? {}))), [], name)
})

test('every folder is in its package\u2019s table', () => {
  for (const [path, table] of Object.entries(folders)) {
    const found = new Set(sources.filter((file) => file.startsWith(`${path}/src/`)).map(folderOf))
    assert.deepEqual([...found].toSorted(), Object.keys(table).toSorted(), path)
  }
})

test('Node\u2019s own modules are used where the table says', () => {
  const wrong = arrows.filter(({ from, to }) => {
    const table = nodeModules[packageOf(from)]
    return table !== undefined && to.startsWith('node:') && !isTest(from) && !table[folderOf(from)]?.includes(to)
  })
  assert.deepEqual(wrong, [])
})
