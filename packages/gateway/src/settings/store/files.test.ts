import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../../testing/folder.ts'
import { SettingsDamaged } from './generations.ts'
import { SettingsStore } from './store.ts'

const storeIn = (folder: string): SettingsStore =>
  new SettingsStore({ folder, variant: 'B', sealKey: randomBytes(32), now: () => new Date(), newBytes: randomBytes })

test('files are the owner\u2019s alone, whatever was there before', async (t) => {
  const folder = join(testFolder(t), 'new', 'folder')
  const store = storeIn(folder)
  assert.deepEqual(await store.load(), { isNew: true, isPrevious: false })
  writeFileSync(join(folder, 'settings.new.json'), 'left by somebody')
  chmodSync(join(folder, 'settings.new.json'), 0o666)
  await store.set({ timeGmt: 4 }, 1)
  await store.set({ timeGmt: 5 }, 1)
  assert.deepEqual(readdirSync(folder).toSorted(), ['settings.json', 'settings.old.json'])
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  const again = storeIn(folder)
  assert.deepEqual(await again.load(), { isNew: false, isPrevious: false })
  assert.deepEqual(again.saved, store.saved)
})

test('a damaged file gives way to the one before it, and then an error', async (t) => {
  const folder = testFolder(t)
  const store = storeIn(folder)
  await store.load()
  await store.set({ timeGmt: 4 }, 1)
  await store.set({ timeGmt: 5 }, 1)
  const current = join(folder, 'settings.json')
  writeFileSync(current, Buffer.concat([Buffer.from([0xff]), readFileSync(current)]))
  const older = storeIn(folder)
  assert.deepEqual(await older.load(), { isNew: false, isPrevious: true })
  assert.deepEqual(older.saved, { ...store.saved, timeGmt: 4 })
  await older.set({ timeGmt: 6 }, 1)
  assert.deepEqual(await storeIn(folder).load(), { isNew: false, isPrevious: false })
  truncateSync(current, 100)
  truncateSync(join(folder, 'settings.old.json'), 0)
  await assert.rejects(storeIn(folder).load(), SettingsDamaged)
  assert.deepEqual([statSync(current).size, statSync(join(folder, 'settings.old.json')).size], [100, 0])
})

test('a place where no folder can be is an error', async (t) => {
  const file = join(testFolder(t), 'file')
  writeFileSync(file, '')
  await assert.rejects(storeIn(join(file, 'folder')).load(), /ENOTDIR/)
})
