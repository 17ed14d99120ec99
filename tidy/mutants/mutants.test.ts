import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { files, root } from '../source.ts'
import { areas, sourcesOf, testsOf } from './areas.ts'
import { describe, mutantsOf, shuffled } from './mutants.ts'

/** The mutants of a source, each as the whole changed source. */
const changed = (t: { after(clean: () => void): void }, source: string): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mutants-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'source.ts'), source)
  return mutantsOf(folder, 'source.ts').map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))
}

const rows: [string, string[]][] = [
  ['f(a < b)', [';', 'f(a <= b)']],
  ['f(a >= b)', [';', 'f(a > b)']],
  ['f(a /* < */ - b)', [';', 'f(a /* < */ + b)']],
  ["const c = a + 'text'", []],
  ['const c = a && (b ?? d)', ['const c = a || (b ?? d)', 'const c = a && (b)']],
  ['const c = list[at] ?? 0', []],
  ['const c = list?.at(-d) ?? 0', ['const c = list?.at(d) ?? 0']],
  ['const [c = 0, d = 0] = list', []],
  ['const { c = 0 } = one', ['const { c = 1 } = one']],
  ['if (a) throw b', ['if (true) throw b', 'if (false) throw b']],
  [
    'const c = !a ? -b : 2',
    ['const c = true ? -b : 2', 'const c = false ? -b : 2', 'const c = a ? -b : 2', 'const c = !a ? b : 2'],
  ],
  [
    'const c = Math.min(0, true)',
    ['const c = Math.max(0, true)', 'const c = Math.min(1, true)', 'const c = Math.min(0, false)'],
  ],
  ['const c = a.filter(b)', ['const c = a']],
  ['const c = a.toString(b)', []],
  ['a += b', [';', 'a -= b']],
  ['this.#log.info(a)', []],
  [
    'const f = (): void => { g(); h() }',
    ['const f = (): void => {}', 'const f = (): void => { ; h() }', 'const f = (): void => { g(); ; }'],
  ],
  ['const f = () => { g(); return 5 }', ['const f = () => { ; return 5 }']],
  ['type A<T> = T extends true ? 0 : 1; const c = 7 as 0 | 1', []],
  ["import { a } from './0.ts'", []],
]

for (const [source, expected] of rows) {
  test(`mutants of ${source}`, (t) => {
    // The end of a statement may belong to it or not; it does not matter here.
    const plain = (text: string): string => text.replace(/;(?= h\(\)| return| \})/g, '').replace(/\s+/g, ' ')
    assert.deepEqual(changed(t, source).map(plain).toSorted(), expected.map(plain).toSorted())
  })
}

test('every area has sources, tests and mutants', () => {
  for (const [name, area] of Object.entries(areas)) {
    assert.ok(testsOf(root, area).length > 0, name)
    const mutants = sourcesOf(root, area).flatMap((path) => mutantsOf(root, path))
    assert.ok(mutants.length > 20, `${name} has only ${mutants.length}`)
  }
})

test('does not mutate code that only tests use', () => {
  const sources = Object.values(areas).flatMap((area) => sourcesOf(root, area))
  assert.deepEqual(
    sources.filter((path) => /\.(test|arbitrary)\.|\/testing/.test(path)),
    [],
  )
})

test('the seed gives the order, and every order has all of them', () => {
  const path = 'packages/modbus/src/client/client.ts'
  assert.ok(files(path).length === 1)
  const mutants = mutantsOf(root, path)
  const [one, again, other] = ['1', '1', '2'].map((seed) => shuffled(mutants, seed).map(describe))
  assert.deepEqual(one, again)
  assert.notDeepEqual(one, other)
  assert.deepEqual(one?.toSorted(), other?.toSorted())
})
