import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@busbar/database'
import { openCloudOnDisk } from './cloud-on-disk.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { DiskImage } from './disk-image.ts'
import { PolledCloud } from './polled-cloud.ts'
import { drawing, hasTime, middleAndWorst, roundsOf } from './rounds.ts'

const rounds = roundsOf(2, 20)
const devices = 20
const diskMb = 512
const saidMsMax = 15_000
const fullMsMax = 20_000
/** After a minute PostgreSQL is started once a minute. */
const backMsMax = 150_000
const pollMs = 250
/** It is tried every half minute. */
const probeMsMax = 45_000

test(`a disk that fills while the service polls, ${rounds} times: /readyz reports it, no streamed reading is lost, the service recovers`, async (t) => {
  const opened = await openCloudOnDisk(t, devices)
  if (opened === null) return
  const { disk, cloud } = opened
  const draw = drawing()
  const [reportedMs, back]: number[][] = [[], []]
  let round = 0
  for (; round < rounds && hasTime(); round += 1) {
    await cloud.listen(1 + draw(2 * devices))
    disk.fill()
    const filledAt = performance.now()
    let status = ''
    while (!/full/.test(status)) {
      assert.ok(performance.now() < filledAt + saidMsMax, `round ${round}: /readyz says "${status}"`)
      await sleep(pollMs)
      status = await cloud.readiness()
    }
    reportedMs?.push(performance.now() - filledAt)
    await sleep(draw(fullMsMax))
    disk.free()
    const backMs = await cloud.msUntilPoll(backMsMax)
    assert.notEqual(backMs, null, `round ${round}: /readyz says "${await cloud.readiness()}"`)
    back?.push(backMs ?? 0)
  }
  assert.equal(await cloud.readiness(), 'ready')
  const lost = (await cloud.metrics()).get('busbar_recorder_dropped_polls_total')
  const found = await cloud.check()
  t.diagnostic(
    `${round} times full, told ${found.streamed}, stored ${found.stored}, lost ${found.missing}, doubled ${found.doubled}, dropped polls ${lost}; /readyz says it after ${middleAndWorst(reportedMs ?? [])}; told again after ${middleAndWorst(back ?? [])}`,
  )
  assert.ok(round > 0)
  assert.deepEqual([found.missing, found.doubled, lost], [0, 0, 0])
})

test('a database by URL whose disk fills without polls: /readyz reports it, and its end', async (t) => {
  const problem = DiskImage.problem()
  if (problem !== null) return t.skip(problem)
  const disk = new DiskImage()
  disk.open(diskMb)
  const db = await openDatabase({ dataFolder: join(disk.path, 'database') })
  const [{ host, port } = { host: '', port: 0 }] = db.sql.options.servers
  const wire = new DatabaseProxy({ path: `${host}/.s.PGSQL.${port}` })
  const url = `postgres://${db.sql.options.user}@127.0.0.1:${await wire.start()}/${db.sql.options.database}`
  const cloud = new PolledCloud({ devices: 0, flags: { db: url } })
  t.after(async () => {
    await cloud.close()
    wire.stop()
    await db.close()
    await disk.close()
  })
  await cloud.spawn()
  const says = async (wanted: RegExp): Promise<number> => {
    const beganAt = performance.now()
    for (let status = ''; !wanted.test(status); await sleep(pollMs)) {
      assert.ok(performance.now() < beganAt + probeMsMax, `/readyz says "${status}"`)
      status = await cloud.readiness()
    }
    return performance.now() - beganAt
  }
  disk.fill()
  const saidMs = await says(/disk of the database is full/)
  disk.free()
  t.diagnostic(`said after ${Math.round(saidMs)} ms, ready again after ${Math.round(await says(/^ready$/))} ms`)
})
