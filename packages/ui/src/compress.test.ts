import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { compressAll, compressFurther } from './compress.ts'

const text = Array.from({ length: 3000 }, (_, at) => `line ${at} ${(at * 7919) % 104_729}\n`).join('')

test('compressed files are there at once, and shorter ones take their place', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-compress-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  const path = join(folder, 'assets/page-1a2b.js')
  for (const one of [path, join(folder, 'index.html')]) writeFileSync(one, text)
  writeFileSync(join(folder, 'assets/small.js'), 'a')
  compressAll(folder)
  const quick = readFileSync(`${path}.br`)
  const page = readFileSync(join(folder, 'index.html.br'))
  assert.equal(brotliDecompressSync(quick).toString(), text)
  assert.equal(gunzipSync(readFileSync(`${path}.gz`)).toString(), text)
  assert.equal(existsSync(join(folder, 'assets/small.js.br')), false)
  compressFurther(folder)
  const best = readFileSync(`${path}.br`)
  assert.equal(brotliDecompressSync(best).toString(), text)
  assert.ok(best.length < quick.length, `${best.length} of ${quick.length}`)
  // Its name is the same in every build.
  assert.deepEqual(readFileSync(join(folder, 'index.html.br')), page)
  assert.equal(readdirSync(join(folder, 'assets')).length, 4)
})

test('a file that is gone meanwhile is passed over', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-compress-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/gone.js.br'), 'old')
  compressFurther(folder)
  assert.deepEqual(readdirSync(join(folder, 'assets')), ['gone.js.br'])
})
