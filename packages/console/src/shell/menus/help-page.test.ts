import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { catalogueLanguages, readCatalogue } from '@busbar/ui/catalogue'
import { root } from '../../build/root.ts'
import { helpPageOf } from './help-page.ts'

const source = new URL('../../', import.meta.url)
/** Pages of signed-out users. */
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

test('every page has its help', () => {
  assert.ok(paths.length > 50)
  const missing = paths.filter((one) => one !== '/' && !tabs.includes(one) && helpPageOf(one) === null)
  assert.deepEqual(missing, [])
  assert.equal(helpPageOf('/nothing'), null)
})

test('help consists of sentences', () => {
  for (const language of catalogueLanguages) {
    const help = readCatalogue(`${root}messages/help`, language) as Readonly<Record<string, readonly string[]>>
    for (const text of Object.values(help).flat()) assert.match(text, /^\S.*[.]$/)
  }
})
