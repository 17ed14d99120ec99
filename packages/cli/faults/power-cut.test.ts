import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiskImage } from './disk-image.ts'
import { PolledCloud } from './polled-cloud.ts'
import { killAllIn } from './processes-in.ts'
import { drawing, middleAndWorst, roundsOf, seed } from './rounds.ts'

const cuts = roundsOf(6, 50)
const devices = 20
const diskMb = 512
const backMsMax = 60_000

test(`${cuts} power cuts while it polls: what was told is stored, once`, async (t) => {
  const problem = DiskImage.problem()
  if (problem !== null) return t.skip(problem)
  const disk = new DiskImage()
  const cloud = new PolledCloud({ devices, data: join(disk.path, 'cloud') })
  t.after(async () => {
    await cloud.close()
    await disk.close()
  })
  disk.open(diskMb)
  await cloud.open()
  const draw = drawing()
  const ready: number[] = []
  for (let cut = 0; cut < cuts; cut += 1) {
    await cloud.listen(1 + draw(2 * devices))
    // A poll may be between its write and its commit. Who listens hears what is told until the end.
    const listening = cloud.listen(Number.POSITIVE_INFINITY).catch(() => {})
    await sleep(draw(1000))
    disk.cutPower()
    await sleep(draw(200))
    await cloud.end('SIGKILL')
    killAllIn(disk.path)
    await listening
    await disk.powerOn()
    ready.push(await cloud.start())
    assert.notEqual(await cloud.hear(backMsMax), null, `cut ${cut}: ${await cloud.readiness()}`)
  }
  const { told, stored, missing, doubled } = await cloud.check()
  t.diagnostic(
    `seed ${seed}: told ${told}, stored ${stored}, lost ${missing}, doubled ${doubled}; ready after ${middleAndWorst(ready)}`,
  )
  assert.deepEqual([missing, doubled], [0, 0])
})
