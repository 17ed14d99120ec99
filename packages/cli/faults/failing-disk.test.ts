import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { FailingCalls } from './failing-calls.ts'
import { PolledCloud } from './polled-cloud.ts'
import { processesIn } from './processes-in.ts'
import { drawing, hasTime, middleAndWorst, roundsOf, seed } from './rounds.ts'

const rounds = roundsOf(20, 500)
const devices = 20
const waitMsMax = 5000
const backMsMax = 90_000
const nthMax = 12
/** A commit that fails to be synchronized makes it recover, where the rarer ones come up. */
const calls = [
  'pwrite64',
  'fdatasync',
  'openat',
  'pwrite64,fdatasync',
  'openat,fdatasync',
  'fdatasync,fsync,write',
  'fdatasync,pwritev,ftruncate,fallocate',
]
const errors = ['EIO', 'ENOSPC'] as const

test(`${rounds} failed writes of the database: every streamed reading is stored, once, and the service recovers`, async (t) => {
  const problem = FailingCalls.problem()
  if (problem !== null) return t.skip(problem)
  const cloud = new PolledCloud({ devices })
  t.after(() => cloud.close())
  await cloud.open()
  const draw = drawing()
  const back: number[] = []
  const happened = new Map<string, number>()
  const ends: string[] = []
  let round = 0
  for (; round < rounds && hasTime(); round += 1) {
    await cloud.listen(1 + draw(devices))
    const failure = { calls: calls[draw(calls.length)] ?? '', error: errors[draw(2)] ?? 'EIO', nth: 1 + draw(nthMax) }
    const failing = new FailingCalls(processesIn(join(cloud.data, 'postgres')), failure)
    const isHit = await Promise.race([failing.happened.then(() => true), sleep(waitMsMax, false)])
    // Others of its processes may meet theirs while it recovers.
    await sleep(draw(500))
    await failing.stop()
    const what = `${failure.calls} ${failure.error}`
    if (isHit) happened.set(what, (happened.get(what) ?? 0) + 1)
    const backMs = await cloud.msUntilPoll(backMsMax)
    if (backMs !== null) {
      if (isHit) back.push(backMs)
      continue
    }
    assert.ok(!cloud.isRunning, `round ${round}, ${JSON.stringify(failure)}: /readyz says "${await cloud.readiness()}"`)
    // The service may end if it reports why.
    const output = (await cloud.end('SIGTERM')).trim()
    assert.match(output, /PostgreSQL/)
    ends.push(output.split('\n').at(-1) ?? '')
    await cloud.start()
  }
  const lost = (await cloud.metrics()).get('busbar_recorder_dropped_polls_total')
  const found = await cloud.check()
  const failed = happened.values().reduce((sum, count) => sum + count, 0)
  t.diagnostic(
    `seed ${seed}: ${failed} of ${round} failed (${[...happened].map(([what, count]) => `${what} ${count}`).join(', ')})`,
  )
  t.diagnostic(
    `told ${found.streamed}, stored ${found.stored}, lost ${found.missing}, doubled ${found.doubled}, dropped polls ${lost}; told again after ${middleAndWorst(back)}; the service ended ${ends.length} times`,
  )
  for (const end of new Set(ends)) t.diagnostic(end)
  assert.deepEqual([found.missing, found.doubled, lost], [0, 0, 0])
  assert.ok(failed > round / 4)
})
