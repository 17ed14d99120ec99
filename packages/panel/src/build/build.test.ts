import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { panelFolder } from '../index.ts'

const firstPageBytesMax = 120_000

test('the first page has less than 120 KB, packed, and runs nothing that is written into it', async () => {
  const folder = await panelFolder()
  assert.ok(folder)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\son\w+=|style=|https?:/)
  const names = Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g), ([, name = '']) => name)
  assert.ok(names.length >= 2)
  const sizes = names.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length)
  // The texts of the language that is shown come with it.
  const total = sizes.reduce((sum, size) => sum + size, 0) + 12_000
  assert.ok(total < firstPageBytesMax, `${total} bytes: ${names.map((name, at) => `${name} ${sizes[at]}`).join(', ')}`)
})
