import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { consoleFolder } from '../index.ts'
import { isFresh } from './stamp.ts'

const entryBytesMax = 200_000

const read = async (name: string): Promise<Buffer> => {
  const folder = await consoleFolder()
  assert.ok(folder)
  return readFileSync(join(folder, name))
}

test('a visitor loads less than 200 KB, compressed, before anything is shown', async () => {
  const html = (await read('index.html')).toString()
  const names = Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g), ([, name = '']) => name)
  assert.ok(names.length > 0)
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await read(name), { level: 9 }).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total < entryBytesMax, `${total} bytes: ${names.map((name, i) => `${name} ${sizes[i]}`).join(', ')}`)
})

test('the first script does not wait for large files, which are preloaded by the page', async () => {
  const html = (await read('index.html')).toString()
  const [, first = ''] = /<script[^>]* src="\/(assets\/[^"]+)"/.exec(html) ?? []
  const imported = Array.from(
    (await read(first)).toString().matchAll(/from ?["'`]\.\/([\w-]+?)-[\w-]{8}\.js/g),
    ([, one]) => one,
  )
  assert.deepEqual(new Set(imported).difference(new Set(['early', 'rolldown-runtime'])), new Set())
  assert.match(html, /rel="modulepreload"[^>]*assets\/door-/)
})

test('the form to sign in and its texts need nothing of the program', async () => {
  const html = (await read('index.html')).toString()
  const [, door = ''] = /href="\/(assets\/door-[^"]+)"/.exec(html) ?? []
  const texts = Object.values(JSON.parse((await read('texts.json')).toString()) as Record<string, string>)
  assert.equal(texts.length, 4)
  for (const name of [door, ...texts]) {
    const imported = (await read(name)).toString().matchAll(/from ?["'`]\.\/([\w-]+?)-[\w-]{8}\.js/g)
    const names = new Set(Array.from(imported, ([, one]) => one))
    assert.deepEqual(names.difference(new Set(['early', 'rolldown-runtime'])), new Set(), name)
  }
})

test('the page runs nothing that is written into it', async () => {
  const html = (await read('index.html')).toString()
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/)
})

test('a build knows whether it is of the sources as they are', async () => {
  const folder = await consoleFolder()
  assert.ok(folder)
  assert.equal(isFresh(folder), true)
  assert.equal(isFresh(join(folder, 'assets')), false)
})
