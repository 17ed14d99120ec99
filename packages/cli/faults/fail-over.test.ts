import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresPair, systemPostgres } from './postgres-pair.ts'
import { startPolling } from './service.ts'
import { Wire } from './wire.ts'

const isLong = process.env['BUSBAR_FAULTS'] === 'long'
const rounds = isLong ? 20 : 4
const devices = 20
const backMsMax = 10_000
const retryMs = 50

/** Whether a new poll is told; while there is no database, nobody may listen. */
const hears = (cloud: { listen(polls: number): Promise<void> }): Promise<boolean> =>
  cloud.listen(1).then(
    () => true,
    () => false,
  )

test(`${rounds} fail-overs to the synchronous standby: what was told is stored, once`, async (t) => {
  const bin = systemPostgres()
  if (bin === null) return t.skip('needs PostgreSQL 15 or later of the system (apt install postgresql)')
  const pair = new PostgresPair(bin)
  const wires = [new Wire({ path: pair.socketOf('a') }), new Wire({ path: pair.socketOf('b') })] as const
  t.after(() => {
    for (const wire of wires) wire.stop()
    pair.stop()
  })
  pair.startPrimary('a')
  pair.follow('b', 'a')
  const [a, b] = await Promise.all(wires.map((wire) => wire.start()))
  const url = `postgres://${pair.user}@127.0.0.1:${a},127.0.0.1:${b}/postgres?target_session_attrs=read-write`
  const cloud = await startPolling(t, url, devices)
  await cloud.listen(devices * 3)
  const back: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [primary, standby] = round % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
    await cloud.listen(7 + round)
    pair.kill(primary)
    pair.promote(standby)
    const promotedAt = performance.now()
    while (!(await hears(cloud))) await sleep(retryMs)
    back.push(performance.now() - promotedAt)
    await cloud.listen(devices)
    pair.remove(primary)
    pair.follow(primary, standby)
  }
  const found = await cloud.check()
  back.sort((x, y) => x - y)
  t.diagnostic(
    `told ${found.told}, missing ${found.missing}, doubled ${found.doubled}; live after ${Math.round(back[rounds >> 1] ?? 0)} ms, at worst ${Math.round(back.at(-1) ?? 0)} ms`,
  )
  assert.deepEqual([found.missing, found.doubled], [0, 0])
  assert.ok((back.at(-1) ?? 0) < backMsMax)
})
