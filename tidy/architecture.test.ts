import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { folders } from './folders.ts'
import { files, importsOf, read, root } from './source.ts'

const page = read('docs/ARCHITECTURE.md')
/** The text under a heading, up to the next heading of its level. */
const sectionOf = (text: string, heading: string): string =>
  text.split(`\n${heading}\n`)[1]?.split(new RegExp(`^#{1,${heading.indexOf(' ')}} `, 'm'))[0] ?? ''

/** A file of a walk. `via` names what connects it with an earlier file: an interface, a type or a table. */
interface Step {
  path: string
  via?: string
}

const stepsOf = (walk: string): Step[] =>
  Array.from(
    walk.matchAll(/^\d+\. \[[^\]]+\]\((packages\/[^)]+)\)(?:(?!\n\d+\.)[^])*?(?: Via `(\w+)`\.)?$/gm),
    ([, path = '', via]) => ({ path, ...(via === undefined ? {} : { via }) }),
  )

const manifests = new Map(
  files('packages/*/package.json').map((path) => {
    const { name, exports = {} } = JSON.parse(read(path)) as { name: string; exports?: Record<string, string> }
    return [name, { folder: posix.dirname(path), exports }]
  }),
)

/** The file that an import names, or null for one of another project. */
const resolved = (from: string, name: string): string | null => {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name)
  const [scope, own, ...rest] = name.split('/')
  const manifest = manifests.get(`${scope}/${own}`)
  const entry = manifest?.exports[['.', ...rest].join('/')]
  return manifest === undefined || entry === undefined ? null : posix.join(manifest.folder, entry)
}

/** Files that one file imports, also by way of entries that only pass them on. */
const importedBy = (path: string): Set<string> => {
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(`${root}${file}`)) return
    found.add(file)
    if (!/^import /m.test(read(file))) visitAll(file)
  }
  const visitAll = (file: string): void => {
    for (const name of importsOf(file)) {
      const target = resolved(file, name)
      if (target !== null) visit(target)
    }
  }
  visitAll(path)
  return found
}

const declarations = (): string =>
  [...files('packages/*/src/**/*.ts'), ...files('packages/database/src/migrations/*.sql')].map(read).join('\n')

const areConnected = ({ path, via }: Step, earlier: string): boolean => {
  if (via === undefined) return importedBy(earlier).has(path) || importedBy(path).has(earlier)
  const name = new RegExp(`\\b${via}\\b`)
  return name.test(read(path)) && name.test(read(earlier))
}

const walks = sectionOf(read('CONTRIBUTING.md'), '## Walks').split(/^### /m).slice(1)

test('describes five walks of at most nine files', () => {
  assert.equal(walks.length, 5)
  for (const walk of walks) {
    const steps = stepsOf(walk)
    assert.equal(steps.length, walk.match(/^\d+\. /gm)?.length, walk)
    assert.ok(steps.length >= 5 && steps.length <= 9, `${steps.length}: ${walk}`)
  }
})

test('connects each file of a walk with an earlier one, by an import or by a name that both use', () => {
  const known = new Set(files('packages/*/src/**/*.{ts,tsx}'))
  const declared = declarations()
  const broken = walks.map(stepsOf).flatMap((steps) =>
    steps.flatMap((step, index) => {
      const earlier = steps.slice(0, index).filter(({ path }) => known.has(path))
      if (!known.has(step.path)) return [`${step.path} does not exist`]
      if (step.via !== undefined && !new RegExp(`(interface|type|class|create table) ${step.via}\\b`).test(declared))
        return [`${step.via} is not declared`]
      if (index === 0 || earlier.some(({ path }) => areConnected(step, path))) return []
      return [`no earlier file leads to ${step.path}`]
    }),
  )
  assert.deepEqual(broken, [])
})

test('fits the architecture on three screens', () => {
  const lines = page.split('\n')
  assert.ok(lines.length <= 160, `${lines.length} lines`)
})

test('every folder of the cloud is in its tree, and the tree has no other', () => {
  const [, tree = ''] = sectionOf(page, '## packages/cloud').split('```')
  const heads = tree.split('\n').map((line) => line.split(/ {3,}/)[0] ?? '')
  const named = heads.flatMap((head) =>
    Array.from(head.matchAll(/^([a-z-]+)\/| ([a-z-]+)\//g), ([, first, other]) => first ?? other ?? ''),
  )
  const expected = Object.keys(folders['packages/cloud'] ?? {}).filter((folder) => folder !== '.')
  assert.deepEqual(named.toSorted(), expected.toSorted())
})

test('what stands under a heading ends with the next of its level', () => {
  const text = '\n# A\na\n## B\nb\n### C\nc\n## D\nd\n'
  const rows: [heading: string, section: string][] = [
    ['## B', 'b\n### C\nc\n'],
    ['### C', 'c\n'],
    ['## D', 'd\n'],
    ['## E', ''],
  ]
  for (const [heading, section] of rows) assert.equal(sectionOf(text, heading), section)
})
