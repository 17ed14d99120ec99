import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolderIn, testFolder } from '../../testing/folder.ts'
import { saveSettingsOfVersions } from './files.ts'

test('a version that returns gets its own settings back, and a newer one continues with the current ones', (t) => {
  const path = testFolder(t)
  const settings = join(path, 'settings.json')
  const run = (version: number, text?: string): string => {
    saveSettingsOfVersions(dataFolderIn(path), version)
    if (text !== undefined) writeFileSync(settings, text)
    return readFileSync(settings, 'utf8')
  }
  writeFileSync(settings, 'of 100')
  assert.equal(run(100), 'of 100')
  assert.equal(existsSync(join(path, 'settings.100.json')), false)
  assert.equal(run(200), 'of 100')
  run(200, 'of 200')
  assert.equal(run(100), 'of 100')
  assert.equal(run(100, 'of 100, later'), 'of 100, later')
  assert.equal(run(300), 'of 100, later')
})
