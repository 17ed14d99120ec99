import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { describe } from './mutants.ts'
import { sampleOf, scoreOf, survey } from './survey.ts'

const area = { sources: ['*.ts'], tests: ['*.test.ts'] }

/** A folder with a source and its test. */
const folderWith = (t: TestContext, source: string, check: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-mutants-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'source.ts'), source)
  writeFileSync(
    join(folder, 'source.test.ts'),
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as source from './source.ts'
test('it', () => { ${check} })`,
  )
  return folder
}

const surveyOf = (root: string) => survey('it', area, { root, seed: '1', budgetMs: 60_000, countMax: Infinity })

const isOld = 'export const isOld = (age: number): boolean => age >= 60\n'

test('a change that a test notices is killed; the source stays as it is', async (t) => {
  const root = folderWith(t, isOld, 'assert.ok(source.isOld(60)); assert.ok(!source.isOld(59))')
  const result = await surveyOf(root)
  assert.deepEqual(result, { area: 'it', known: 1, killed: 1, timeouts: 0, survivors: [] })
  assert.equal(scoreOf(result), 1)
  assert.equal(readFileSync(join(root, 'source.ts'), 'utf8'), isOld)
})

test('a change that no test notices survives, and is named', async (t) => {
  const result = await surveyOf(folderWith(t, isOld, 'assert.ok(source.isOld(70)); assert.ok(!source.isOld(50))'))
  assert.deepEqual(result.survivors.map(describe), ['source.ts:1  >=  ->  >'])
  assert.equal(scoreOf(result), 0)
  assert.equal(sampleOf(result), 1)
})

test('a budget that is spent runs none', async (t) => {
  const root = folderWith(t, isOld, '')
  assert.equal(sampleOf(await survey('it', area, { root, seed: '1', budgetMs: 0, countMax: Infinity })), 0)
})

test('tests that fail anyway say nothing of mutants', async (t) => {
  await assert.rejects(surveyOf(folderWith(t, isOld, 'assert.fail()')), /fail without any mutant/)
})

test('a change that never ends is a timeout, which counts as noticed', async (t) => {
  const root = folderWith(t, 'export const count = (): void => { for (let at = 3; at; at--); }\n', 'source.count()')
  const result = await survey('it', area, { root, seed: '1', budgetMs: 60_000, countMax: Infinity, startMs: 1 })
  assert.deepEqual(result, { area: 'it', known: 1, killed: 0, timeouts: 1, survivors: [] })
  assert.equal(scoreOf(result), 1)
})
