import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Disk, PowerCut } from '../testing/disk.ts'
import { countedBytes, testStore } from '../testing/store.ts'

const someLengths = (length: number): number[] => [0, 1, length >> 1, length - 1, length]

test('a change of several keys is there whole or not at all, wherever the power goes', async () => {
  const { disk: first, store } = await testStore()
  await store.set({ timeGmt: 1 }, 1)
  const [{ files }, before] = [first, store.saved]
  const after = { ...before, timeGmt: 2, serial: { ...before.serial, baudRate: 1200 } }
  const seen = new Set<number>()
  for (let steps = 0, isDone = false; !isDone; steps++) {
    const { store: device, disk } = await testStore({ disk: new Disk(files) })
    disk.lastStep = disk.steps + steps
    try {
      await device.set({ timeGmt: 2, serial: { baudRate: 1200 } }, 1)
      isDone = true
    } catch (error) {
      assert.ok(error instanceof PowerCut)
      assert.deepEqual([device.saved, device.active], [before, before])
    }
    for (const left of disk.afterCut(someLengths)) {
      const { store: restarted } = await testStore({ disk: new Disk(left) })
      assert.deepEqual(restarted.saved, restarted.saved.timeGmt === 2 || isDone ? after : before)
      seen.add(restarted.saved.timeGmt)
    }
  }
  assert.deepEqual(seen, new Set([1, 2]))
})

test('a first start that was interrupted shows its password until it was shown once', async () => {
  for (let steps = 0, isDone = false; !isDone; steps++) {
    const disk = new Disk()
    disk.lastStep = steps
    try {
      const { store } = await testStore({ disk })
      await store.confirmPasswordShown()
      isDone = true
    } catch (error) {
      assert.ok(error instanceof PowerCut)
    }
    for (const left of disk.afterCut(someLengths)) {
      const { store } = await testStore({ disk: new Disk(left), newBytes: countedBytes(50) })
      const untold = { passwordAdmin: store.saved.protect.passwordAdmin }
      const isTold = left['settings.json']?.includes('"isPasswordTold":true') ?? false
      assert.deepEqual(store.passwords(), isTold ? undefined : untold)
      assert.ok(isTold || !isDone)
    }
  }
})
