import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { builtFolder } from './built-folder.ts'

test('builds pages when their sources have changed, and uses the last build where there is no builder', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  let builds = 0
  const run = async (): Promise<void> => {
    builds += 1
  }
  const builder = new URL('file:///builder.ts')
  const ask = (isFresh: boolean, areThere: boolean): Promise<string | null> =>
    builtFolder({ folder, isFresh: () => isFresh, builder }, { areThere, run })
  assert.equal(await ask(true, true), folder)
  assert.equal(await ask(false, false), null)
  writeFileSync(join(folder, 'index.html'), '')
  assert.equal(await ask(false, false), folder)
  assert.equal(builds, 0)
  assert.equal(await ask(false, true), folder)
  assert.equal(builds, 1)
})

test('a builder says when the pages are there, and may go on; one that ends before has failed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-pages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const ask = (name: string, code: string): Promise<string | null> => {
    writeFileSync(join(folder, name), code)
    return builtFolder({ folder, isFresh: () => false, builder: pathToFileURL(join(folder, name)) })
  }
  const goesOn = "process.send('made'); process.once('disconnect', () => process.exit()); setInterval(() => {}, 1000)"
  assert.equal(await ask('goes-on.mjs', goesOn), folder)
  await assert.rejects(ask('fails.mjs', 'process.exit(3)'), /ended with 3 before the pages were there/)
})
