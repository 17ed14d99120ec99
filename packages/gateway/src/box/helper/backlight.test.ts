import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../../testing/folder.ts'
import { setBacklight } from './devices.ts'

test('a display shines by percent of what it can', async (t) => {
  const root = testFolder(t)
  const folder = join(root, 'class/backlight/10-0045')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'max_brightness'), '255\n')
  for (const [percent, value] of [
    [0, '0\n'],
    [20, '51\n'],
    [100, '255\n'],
  ] as const) {
    writeFileSync(join(folder, 'brightness'), '')
    await setBacklight({ display: '10-0045' }, percent, root)
    assert.equal(readFileSync(join(folder, 'brightness'), 'utf8'), value)
  }
  await assert.rejects(setBacklight({ display: null }, 20, root), /no display/)
  await assert.rejects(setBacklight({ display: 'other' }, 20, root), /no backlight other/)
})
