import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuses, testCard } from '../card/testing/card.ts'

test('bytes go to the end of a file, which is made with its folders', async (t) => {
  const { card, folder } = testCard(t)
  await card.append('/LOGS/TASKS/a.csv', Buffer.from('one '))
  await card.append('/logs/tasks/A.CSV', Buffer.from('two'))
  assert.equal(readFileSync(join(folder, 'LOGS', 'TASKS', 'a.csv'), 'utf8'), 'one two')
})

test('a file begins with its head, also when it was removed or emptied meanwhile', async (t) => {
  const { card, folder } = testCard(t)
  const add = (text: string): Promise<number> => card.append('/LOGS/a.csv', Buffer.from(text), Buffer.from('head '))
  const text = (): string => readFileSync(join(folder, 'LOGS', 'a.csv'), 'utf8')
  assert.deepEqual([await add('one '), await add('two ')], [9, 13])
  assert.equal(text(), 'head one two ')
  await card.remove('/LOGS/a.csv')
  await card.remove('/LOGS')
  assert.equal(await add('three '), 11)
  assert.equal(text(), 'head three ')
  writeFileSync(join(folder, 'LOGS', 'a.csv'), '')
  assert.equal(await add('four '), 10)
  assert.equal(text(), 'head four ')
})

test('refuses anything but a writable plain file', async (t) => {
  const { card, folder, parent } = testCard(t)
  const outside = join(parent, 'outside')
  writeFileSync(outside, '')
  symlinkSync(outside, join(folder, 'link'))
  symlinkSync(parent, join(folder, 'way'))
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'fixed'), '')
  chmodSync(join(folder, 'fixed'), 0o444)
  for (const path of ['/link', '/folder', '/fixed'])
    await refuses(card.append(path, Buffer.from('x')), 'ERROR_FR_DENIED')
  await refuses(card.append('/way/outside', Buffer.from('x')), 'ERROR_FR_DENIED')
  await refuses(card.append('/../outside', Buffer.from('x')), 'ERROR_FR_INVALID_NAME')
  assert.equal(readFileSync(outside, 'utf8'), '')
})
