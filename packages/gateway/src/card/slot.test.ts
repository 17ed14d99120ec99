import assert from 'node:assert/strict'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@busbar/modbus'
import { testFolder } from '../testing/folder.ts'
import { Slot } from './slot.ts'

test('after an eject the slot is watched, until the card was gone', async (t) => {
  const folder = join(testFolder(t), 'card')
  mkdirSync(folder)
  /** Rings when the test says so. */
  const rings: (() => void)[] = []
  const clock: Clock = {
    now: () => 0,
    after: (_, act) => {
      rings.push(act)
      return () => rings.splice(rings.indexOf(act), 1)
    },
  }
  const ring = async (): Promise<void> => {
    rings.shift()?.()
    // The watcher asks the file system, which answers in its own time, and then waits for the next ring.
    while (rings.length === 0) await setImmediate()
  }
  const slot = new Slot({ folder, clock })
  await slot.eject()
  await ring()
  assert.deepEqual(await slot.state(), { isInserted: true, isMounted: false })
  renameSync(folder, `${folder}.away`)
  await ring()
  renameSync(`${folder}.away`, folder)
  assert.deepEqual(await slot.state(), { isInserted: true, isMounted: true })
  slot.stop()
  assert.equal(rings.length, 0)
})
