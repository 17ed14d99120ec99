import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuses, testCard } from './testing.ts'

test('bytes go to the end of a file, which is made with its folders', async (t) => {
  const { card, folder } = testCard(t)
  await card.append('/LOGS/TASKS/a.csv', Buffer.from('one '))
  await card.append('/logs/tasks/A.CSV', Buffer.from('two'))
  assert.equal(readFileSync(join(folder, 'LOGS', 'TASKS', 'a.csv'), 'utf8'), 'one two')
})

test('what is no plain file, or may not be written, gets nothing', async (t) => {
  const { card, folder, beside } = testCard(t)
  const outside = join(beside, 'outside')
  writeFileSync(outside, '')
  symlinkSync(outside, join(folder, 'link'))
  symlinkSync(beside, join(folder, 'way'))
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'fixed'), '')
  chmodSync(join(folder, 'fixed'), 0o444)
  for (const path of ['/link', '/folder', '/fixed'])
    await refuses(card.append(path, Buffer.from('x')), 'ERROR_FR_DENIED')
  await refuses(card.append('/way/outside', Buffer.from('x')), 'ERROR_FR_DENIED')
  await refuses(card.append('/../outside', Buffer.from('x')), 'ERROR_FR_INVALID_NAME')
  assert.equal(readFileSync(outside, 'utf8'), '')
})
