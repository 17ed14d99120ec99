import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const { findPacked, looksOf, packedFolder, stampPath } = (await import(
  new URL('../scripts/packed.mjs', import.meta.url).href
)) as {
  findPacked: (root: string) => string | null
  looksOf: (root: string, paths: readonly string[]) => string
  packedFolder: string
  stampPath: string
}

test('a packed program is used while its sources are as they were', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'packed-'))
  t.after(() => rmSync(root, { recursive: true }))
  assert.equal(findPacked(root), null)
  const source = join(root, 'a.ts')
  writeFileSync(source, 'one')
  const keep = (): void =>
    writeFileSync(
      join(root, stampPath),
      JSON.stringify({ entry: '7/main.mjs', inputs: ['a.ts'], looks: looksOf(root, ['a.ts']) }),
    )
  mkdirSync(dirname(join(root, stampPath)), { recursive: true })
  keep()
  assert.equal(findPacked(root), join(root, packedFolder, '7/main.mjs'))
  for (const change of [
    () => writeFileSync(source, 'three'),
    () => utimesSync(source, 1_700_000_000, 1_700_000_000),
    () => rmSync(source),
  ]) {
    keep()
    change()
    assert.equal(findPacked(root), null)
  }
})

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' })

test('packed, the program does what it does, and its stack traces name its sources', () => {
  assert.equal(run('scripts/pack.mjs').status, 0)
  const packed = findPacked(checkout) ?? assert.fail('it was not packed')
  const words = ['admin', 'help']
  assert.equal(run(packed, ...words).stdout, run('packages/cli/src/main.ts', ...words).stdout)
  const traced = `console.log = () => process.stderr.write(new Error('said').stack); await import(${JSON.stringify(packed)})`
  const { stderr } = run('--enable-source-maps', '--input-type=module', '-e', traced, 'busbar', 'help')
  assert.match(stderr, /packages\/cli\/src\/busbar\.ts:\d+/)
})
