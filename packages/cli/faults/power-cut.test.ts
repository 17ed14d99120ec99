import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCloudOnDisk } from './cloud-on-disk.ts'
import { killAllIn } from './processes-in.ts'
import { drawing, hasTime, middleAndWorst, roundsOf, seed } from './rounds.ts'

const cuts = roundsOf(6, 50)
const devices = 20
const backMsMax = 60_000

test(`${cuts} power cuts during polls: every streamed reading is stored, once`, async (t) => {
  const opened = await openCloudOnDisk(t, devices)
  if (opened === null) return
  const { disk, cloud } = opened
  const draw = drawing()
  const ready: number[] = []
  let cut = 0
  for (; cut < cuts && hasTime(); cut += 1) {
    await cloud.listen(1 + draw(2 * devices))
    // A poll may be between its write and its commit. The stream is read until its end.
    const listening = cloud.listen(Number.POSITIVE_INFINITY).catch(() => {})
    await sleep(draw(1000))
    disk.cutPower()
    await sleep(draw(200))
    await cloud.end('SIGKILL')
    killAllIn(disk.path)
    await listening
    await disk.powerOn()
    ready.push(await cloud.start())
    assert.notEqual(await cloud.msUntilPoll(backMsMax), null, `cut ${cut}: ${await cloud.readiness()}`)
  }
  const { streamed, stored, missing, doubled } = await cloud.check()
  t.diagnostic(
    `seed ${seed}: ${cut} cuts, told ${streamed}, stored ${stored}, lost ${missing}, doubled ${doubled}; ready after ${middleAndWorst(ready)}`,
  )
  assert.ok(cut > 0)
  assert.deepEqual([missing, doubled], [0, 0])
})
