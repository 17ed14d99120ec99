import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PolledCloud } from './polled-cloud.ts'
import { isLong } from './rounds.ts'

const soakMs = Number(process.env['BUSBAR_TEST_SOAK_SEC'] ?? 3300) * 1000
const devices = 60
const sampleMs = 10_000
const chartMs = 1000
/** As many as people look at: readings of the last day that are asked for are kept in memory, up to a bound that takes hours to fill. */
const charted = 20
/**
 * Shorter than a session of one hour. The first sign-in takes 20 MB for the hash of the password, which belongs to the
 * warm-up.
 */
const signInMs = 600_000
const hourMs = 3_600_000
const megabyte = 1e6
/** Caches fill for a while after the start. */
const warmShare = 1 / 3
const slopeMax = 15

/** The slope of the straight line that fits best. */
const slopeOf = (points: readonly (readonly [x: number, y: number])[]): number => {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return over / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

test(`${devices} polls a second and charts for ${soakMs / 60_000} minutes: memory does not grow`, async (t) => {
  if (!isLong) return t.skip('takes 55 minutes: npm run test:faults -- --long')
  const cloud = new PolledCloud({ devices })
  t.after(() => cloud.close())
  await cloud.open()
  await cloud.listen(devices * 3)
  const paramIds = [...cloud.log.paramIds].slice(0, charted).map(Number)
  const beganAt = performance.now()
  const points: [x: number, y: number][] = []
  const failed: string[] = []
  let charts = 0
  let signedInAt = beganAt
  for (let sampledAt = 0; performance.now() - beganAt < soakMs; await sleep(chartMs)) {
    const paramId = paramIds[charts % paramIds.length] ?? 0
    const answer = await cloud.user.readings.get({ paramId, pointsLimit: 1000 })
    charts += 1
    if ('err' in answer) failed.push(`${answer.err.code}: ${answer.err.message}`)
    const now = performance.now()
    if (now - sampledAt < sampleMs) continue
    sampledAt = now
    if (now - signedInAt > signInMs) {
      await cloud.signIn()
      signedInAt = now
    }
    const memory = (await cloud.metrics()).get('process_resident_memory_bytes') ?? Number.NaN
    points.push([now - beganAt, memory])
  }
  await cloud.listen(devices * 3)
  const { streamed, missing, doubled } = await cloud.check()
  const warm = points.filter(([ms]) => ms >= soakMs * warmShare)
  const slope = (slopeOf(warm) * hourMs) / megabyte
  const inMb = (at: number): string => ((points.at(at)?.[1] ?? 0) / megabyte).toFixed(0)
  t.diagnostic(
    `memory ${inMb(0)} MB at first, ${inMb(-1)} MB at last, ${slope.toFixed(1)} MB an hour after the first third; ${charts} charts, ${failed.length} failed; told ${streamed}, lost ${missing}, doubled ${doubled}`,
  )
  assert.deepEqual([missing, doubled, failed], [0, 0, []])
  assert.ok(slope < slopeMax, `${slope} MB an hour`)
})
