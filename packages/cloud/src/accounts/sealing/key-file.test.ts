import assert from 'node:assert/strict'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { KeyFile } from './key-file.ts'
import { newSealingKey } from './seal.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-keys-'))
after(() => rmSync(folder, { recursive: true }))

test('a file is made once, for its owner alone, and leaves nothing beside it', () => {
  const file = new KeyFile(join(folder, 'made/secrets.key'))
  file.make()
  const first = readFileSync(file.path, 'utf8')
  file.make()
  assert.equal(readFileSync(file.path, 'utf8'), first)
  assert.equal(statSync(file.path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(folder, 'made')), ['secrets.key'])
})

test('keys come back in their order', () => {
  const file = new KeyFile(join(folder, 'several'))
  const keys = [newSealingKey(), newSealingKey()]
  file.replace(keys)
  assert.deepEqual(file.read(), { ok: keys })
})

test('a file that is replaced keeps its owner and who may read it', () => {
  const file = new KeyFile(join(folder, 'kept'))
  file.replace([newSealingKey()])
  chmodSync(file.path, 0o640)
  if (process.getuid?.() === 0) chownSync(file.path, 65_534, 65_534)
  const { uid, gid } = statSync(file.path)
  file.replace([newSealingKey()])
  const now = statSync(file.path)
  assert.deepEqual([now.uid, now.gid, now.mode & 0o777], [uid, gid, 0o640])
})

describe('rejects an invalid key file', () => {
  const line = newSealingKey().bytes.toString('base64')
  for (const [name, text, err] of [
    ['nothing', '', /^is empty$/],
    ['words', 'correct horse battery staple', /^is no key file/],
    ['a key that is too short', line.slice(4), /^is no key file/],
    ['a key and words', `${line}\nx\n`, /^is no key file/],
  ] as const) {
    test(name, () => {
      const file = new KeyFile(join(folder, 'other'))
      writeFileSync(file.path, text)
      const read = file.read()
      assert.ok('err' in read && !read.isMissing)
      assert.match(read.err, err)
    })
  }
  test('reports a missing key file', () => {
    assert.deepEqual(new KeyFile(join(folder, 'gone')).read(), { err: 'is not there', isMissing: true })
  })
})
