import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Clock, VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { testFolder } from '../../testing/folder.ts'
import { deviceName, Slot } from './slot.ts'

test('after an eject the slot is watched, until the card was gone', async (t) => {
  const folder = join(testFolder(t), 'card')
  mkdirSync(folder)
  /** Timers that fire on demand. */
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
    await until(() => rings.length !== 0)
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

test('a card whose device is gone was pulled, whatever its folder still shows', async (t) => {
  const beside = testFolder(t)
  const [folder, blockDevices] = [join(beside, 'card'), join(beside, 'block')]
  for (const one of [folder, blockDevices]) mkdirSync(one)
  const device = join(blockDevices, deviceName(statSync(folder, { bigint: true }).dev))
  const slot = new Slot({ folder, clock: new VirtualClock(), blockDevices })
  const [isThere, isGone] = [
    { isInserted: true, isMounted: true },
    { isInserted: false, isMounted: false },
  ]
  assert.deepEqual(await slot.state(), isThere, 'a folder without a device that is shown')
  writeFileSync(device, '')
  assert.deepEqual(await slot.state(), isThere)
  rmSync(device)
  assert.deepEqual(await slot.state(), isGone)
  await assert.rejects(slot.root(), { code: 'ERROR_FR_NOT_READY' })
  writeFileSync(device, '')
  assert.deepEqual(await slot.state(), isThere)
})

/** A card whose mount the test decides on; `/dev` is a mount point everywhere, and the folder of the test is none. */
const realSlot = (folder: string, isInserted: () => boolean) => {
  const calls: string[] = []
  const clock = new VirtualClock()
  const real = {
    isInserted,
    mount: async () => void calls.push('mount'),
    unmount: async () => {
      calls.push('unmount')
      throw new Error('the card is in use')
    },
  }
  return { calls, clock, slot: new Slot({ folder, clock, real }) }
}

test('reports that a card in use cannot be ejected and keeps it mounted', async () => {
  const { slot, clock, calls } = realSlot('/dev', () => true)
  assert.deepEqual(await slot.state(), { isInserted: true, isMounted: true })
  const ejected = assert.rejects(slot.eject(), { code: 'ERROR_FR_LOCKED' })
  const over = new AbortController()
  void ejected.then(() => over.abort())
  while (!over.signal.aborted) {
    await setImmediate()
    // Time goes by between two tries, however long one takes.
    if (clock.pending > 0) await clock.advanceAsync(1)
  }
  assert.ok(calls.length > 4, `${calls.length} tries`)
  assert.deepEqual(await slot.state(), { isInserted: true, isMounted: true })
})

test('a real card that is in and not mounted is no folder to write to; a reboot mounts it', async (t) => {
  const { slot, calls } = realSlot(testFolder(t), () => true)
  assert.deepEqual(await slot.state(), { isInserted: true, isMounted: false })
  await assert.rejects(slot.root(), { code: 'ERROR_FR_NOT_ENABLED' })
  await slot.take()
  assert.deepEqual(calls, ['mount'])
})

test('a real card that was pulled is gone, and its mount is ended', async () => {
  let isIn = true
  const { slot, calls } = realSlot('/dev', () => isIn)
  await slot.take()
  isIn = false
  assert.deepEqual(await slot.state(), { isInserted: false, isMounted: false })
  await assert.rejects(slot.root(), { code: 'ERROR_FR_NOT_READY' })
  await slot.take()
  assert.ok(calls.length > 0 && calls.every((one) => one === 'unmount'))
})

test('devices are named as the system names them', () => {
  const rows: [dev: bigint, name: string][] = [
    [0x801n, '8:1'],
    [0xb301n, '179:1'],
    [0x10_3b12n, '59:274'],
    [0x35n, '0:53'],
    [(1n << 44n) | 0x801n, '4104:1'],
  ]
  for (const [dev, name] of rows) assert.equal(deviceName(dev), name)
})
