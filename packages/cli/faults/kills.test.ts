import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PolledCloud } from './polled-cloud.ts'
import { drawing, hasTime, middleAndWorst, roundsOf, seed } from './rounds.ts'

const kills = roundsOf(30, 200)
const victims = ['service', 'database', 'both'] as const
const devices = 20
const backMsMax = 15_000

test(`${kills} kills of the service, its database and both: every streamed reading is stored, once`, async (t) => {
  const cloud = new PolledCloud({ devices })
  t.after(() => cloud.close())
  await cloud.open()
  const draw = drawing()
  const ready: number[] = []
  const back = { service: [] as number[], database: [] as number[], both: [] as number[] }
  let kill = 0
  for (; kill < kills && hasTime(); kill += 1) {
    const victim = victims[kill % victims.length] ?? 'both'
    await cloud.listen(1 + draw(2 * devices))
    // Somewhere between a poll and its commit.
    await sleep(draw(100))
    const killedAt = performance.now()
    if (victim !== 'service') process.kill(cloud.postmasterPid, 'SIGKILL')
    if (victim !== 'database') {
      await cloud.end('SIGKILL')
      ready.push(await cloud.start())
    }
    assert.notEqual(await cloud.msUntilPoll(backMsMax), null, `kill ${kill} of ${victim}: ${await cloud.readiness()}`)
    back[victim].push(performance.now() - killedAt)
  }
  const { streamed, stored, missing, doubled } = await cloud.check()
  t.diagnostic(`seed ${seed}: ${kill} kills, told ${streamed}, stored ${stored}, lost ${missing}, doubled ${doubled}`)
  t.diagnostic(`the service: ready after ${middleAndWorst(ready)}`)
  for (const victim of victims) t.diagnostic(`${victim}: told again after ${middleAndWorst(back[victim])}`)
  assert.ok(streamed > kill && kill > victims.length)
  assert.deepEqual([missing, doubled], [0, 0])
})
