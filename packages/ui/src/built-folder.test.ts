import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtFolder } from './built-folder.ts'

test('pages are built when their sources have changed; where there is no builder, what is there is used', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let builds = 0
  const build = async (): Promise<void> => {
    builds += 1
  }
  const ask = (isFresh: boolean, isBuilderThere: boolean): Promise<string | null> =>
    builtFolder({ folder, isFresh: () => isFresh, loadBuilder: async () => ({ build }) }, isBuilderThere)
  assert.equal(await ask(true, true), folder)
  assert.equal(await ask(false, false), null)
  writeFileSync(join(folder, 'index.html'), '')
  assert.equal(await ask(false, false), folder)
  assert.equal(builds, 0)
  assert.equal(await ask(false, true), folder)
  assert.equal(builds, 1)
})
