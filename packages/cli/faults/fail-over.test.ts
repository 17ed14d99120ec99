import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseProxy } from './database-proxy.ts'
import { PolledCloud } from './polled-cloud.ts'
import { PostgresPair } from './postgres-pair.ts'
import { hasTime, middleAndWorst, roundsOf } from './rounds.ts'
import { systemPostgres } from './system-postgres.ts'

const rounds = roundsOf(4, 20)
const devices = 20
const backMsMax = 10_000

test(`${rounds} failovers to the synchronous standby: every streamed reading is stored, once`, async (t) => {
  const bin = systemPostgres()
  if (bin === null) return t.skip('needs PostgreSQL 15 or later of the system (apt install postgresql)')
  const pair = new PostgresPair(bin)
  const wires = [
    new DatabaseProxy({ path: pair.socketOf('a') }),
    new DatabaseProxy({ path: pair.socketOf('b') }),
  ] as const
  t.after(() => {
    for (const wire of wires) wire.stop()
    pair.stop()
  })
  pair.startPrimary('a')
  pair.follow('b', 'a')
  const [a, b] = await Promise.all(wires.map((wire) => wire.start()))
  const url = `postgres://${pair.user}@127.0.0.1:${a},127.0.0.1:${b}/postgres?target_session_attrs=read-write`
  const cloud = new PolledCloud({ devices, flags: { db: url } })
  t.after(() => cloud.close())
  await cloud.open()
  await cloud.listen(devices * 3)
  const back: number[] = []
  let round = 0
  for (; round < rounds && hasTime(); round += 1) {
    const [primary, standby] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    await cloud.listen(7 + round)
    pair.kill(primary)
    pair.promote(standby)
    const promotedAt = performance.now()
    assert.notEqual(await cloud.msUntilPoll(backMsMax), null, `round ${round}: ${await cloud.readiness()}`)
    back.push(performance.now() - promotedAt)
    await cloud.listen(devices)
    pair.remove(primary)
    pair.follow(primary, standby)
  }
  const found = await cloud.check()
  t.diagnostic(
    `${round} fail-overs, told ${found.streamed}, missing ${found.missing}, doubled ${found.doubled}; live after ${middleAndWorst(back)}`,
  )
  assert.ok(round > 0)
  assert.deepEqual([found.missing, found.doubled], [0, 0])
})
