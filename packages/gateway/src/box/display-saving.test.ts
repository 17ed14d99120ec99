import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { DisplaySaving } from './display-saving.ts'

const setUp = (set?: (percent: number) => Promise<void>) => {
  const clock = new VirtualClock(0)
  const shown: string[] = []
  const warned: object[] = []
  const saving = new DisplaySaving({
    delayMin: 5,
    savingPercent: 20,
    set: set ?? (async (percent) => void shown.push(`${clock.now() / 60_000} ${percent}`)),
    clock,
    log: { warn: (details) => void warned.push(details) },
  })
  return { clock, shown, warned, saving }
}

test('dims the display after a period without use and brightens it on use', async () => {
  const { clock, shown, saving } = setUp()
  saving.start()
  await clock.advanceAsync(4 * 60_000)
  saving.wake()
  await clock.advanceAsync(20 * 60_000)
  saving.wake()
  await clock.advanceAsync(6 * 60_000)
  await saving.stop()
  await clock.advanceAsync(60 * 60_000)
  assert.deepEqual(shown, ['0 100', '9 20', '24 100', '29 20', '30 100'])
})

test('reports once that a display cannot be dimmed', async () => {
  const { clock, warned, saving } = setUp(() => Promise.reject(new Error('no helper')))
  saving.start()
  await clock.advanceAsync(6 * 60_000)
  await saving.stop()
  assert.equal(warned.length, 1)
})
