import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeFolder } from './make-folder.ts'

describe('makeFolder', () => {
  const root = mkdtempSync(join(tmpdir(), 'busbar-'))
  after(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'file'), '')
  symlinkSync(root, join(root, 'link'))

  for (const path of ['a', 'b/c/d', 'b/c', '.', 'link', 'link/e', 'f/']) {
    test(`makes ${path}, or leaves it as it is`, () => {
      makeFolder(join(root, path))
      assert.ok(statSync(join(root, path)).isDirectory())
    })
  }

  for (const path of ['file', 'file/a', '/proc/busbar', '/proc/busbar/a']) {
    test(`refuses ${path}`, () => assert.throws(() => makeFolder(path.startsWith('/') ? path : join(root, path))))
  }

  test('all that it makes has the mode', () => {
    makeFolder(join(root, 'g/h'), 0o700)
    for (const path of ['g', 'g/h']) assert.equal(statSync(join(root, path)).mode & 0o777, 0o700)
  })
})
