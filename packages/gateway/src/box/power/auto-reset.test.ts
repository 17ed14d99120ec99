import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { AutoReset } from './auto-reset.ts'
import { Rebooter } from './rebooter.ts'

const minuteMs = 60_000

/** When it resets, in minutes, with the field heard in these minutes. */
const resetsAt = async (mode: number | null, heardMin: readonly number[]): Promise<number | undefined> => {
  const clock = new VirtualClock()
  let at: number | undefined
  const settings = { areset: { delayMin: 10, mode } }
  const auto = new AutoReset({ clock, settings, reset: () => (at ??= clock.now() / minuteMs) })
  auto.start()
  for (const min of heardMin) clock.after(min * minuteMs, () => auto.fieldAnswered())
  clock.advance(60 * minuteMs)
  auto.stop()
  return at
}

for (const [says, mode, heardMin, expected] of [
  ['never', null, [], undefined],
  ['after so long, whatever is heard', 1, [3, 6, 9], 10],
  ['after so long without anybody', 2, [], 10],
  ['later when somebody was heard', 2, [3, 9], 19],
  ['later again', 2, [5, 14, 23], 33],
] as const) {
  test(`resets ${says}`, async () => assert.equal(await resetsAt(mode, heardMin), expected))
}

test('a reboot waits as long as was asked, and the last word counts', async () => {
  const clock = new VirtualClock()
  const at: number[] = []
  const rebooter = new Rebooter({ clock, reboot: () => at.push(clock.now()) })
  rebooter.rebootAfter(30)
  clock.advance(10_000)
  rebooter.rebootAfter(5)
  clock.advance(60_000)
  assert.deepEqual(at, [15_000])
  rebooter.rebootAfter(5)
  rebooter.stop()
  clock.advance(60_000)
  assert.equal(at.length, 1)
})

test('a reboot at once lets the answer out first', async () => {
  const clock = new VirtualClock()
  const at: number[] = []
  new Rebooter({ clock, reboot: () => at.push(clock.now()) }).rebootAfter(0)
  clock.advance(1000)
  assert.deepEqual(at, [100])
})
