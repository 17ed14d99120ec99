import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadHelp } from './load-help.ts'

const source = new URL('../', import.meta.url)
/** Who comes there is not signed in. */
const outer = 'outer-routes.tsx'
const files = globSync('*routes.tsx', { cwd: source }).filter((file) => file !== outer)
const routes = files.map((file) => readFileSync(new URL(file, source), 'utf8')).join('')
/** Tabs, which are below the page that they belong to, and an address of before. */
const tabs = [
  '/bus',
  '/connection',
  '/gateway',
  '/chart',
  '/diagnostics',
  '/registers',
  '/revisions',
  '/computed/new',
  '/contacts',
]
const paths = [...routes.matchAll(/ path: '(\/[^']*)'/g)].map(([, path = '']) => path)

test('every page has its help, as much of it in each language', async () => {
  assert.ok(paths.length > 50)
  for (const path of paths.filter((one) => one !== '/' && !tabs.includes(one))) {
    const help = await loadHelp(path)
    assert.ok(help, path)
    for (const texts of Object.values(help)) {
      assert.equal(texts.length, help.en.length, path)
      for (const text of texts) assert.match(text, /^\S.*[.]$/)
    }
  }
  assert.equal(await loadHelp('/nothing'), null)
})
