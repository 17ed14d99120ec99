import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Settings, settings } from '../table.ts'
import { Disk } from '../testing/disk.ts'
import { refusal, testStore } from '../testing/store.ts'
import { Generations, type StoredState } from './generations.ts'

describe('a file of another version', () => {
  const withSettings = async (change: (saved: Partial<Settings>) => StoredState['settings']): Promise<Disk> => {
    const { store } = await testStore()
    const disk = new Disk()
    await new Generations(disk).write({ modifyOn: null, isPasswordTold: true, settings: change(store.saved) })
    return disk
  }

  test('may lack keys and fields, and have more', async () => {
    const disk = await withSettings((all) => ({
      ...all,
      ntp: undefined,
      timeGmt: 5,
      serial: { baudRate: 300 },
      later: 1,
    }))
    const { store } = await testStore({ disk })
    assert.deepEqual(store.saved.ntp, settings.ntp.initial)
    assert.deepEqual(store.saved.serial, { ...(settings.serial.initial as object), baudRate: 300 })
    assert.equal(store.saved.timeGmt, 5)
  })

  test('an unsuitable value is an error that names it', async () => {
    const disk = await withSettings((all) => ({ ...all, serial: { baudRate: 1 } }))
    assert.match(await refusal(testStore({ disk })), /serial\.baudRate: must be 75 to 230400/)
  })
})
