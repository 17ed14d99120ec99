import assert from 'node:assert/strict'
import { test } from 'node:test'
import { device, net, type ReadRequest, setUp, startMs } from './testing/fake-line.ts'

const wellUnits = [101, 102, 103, 104]
const answerMs = 20
/** Three times the response time of a unit. */
const prompt = 60
const periodSec = 10

/** Units on one line that are polled every second, some of which become unresponsive. */
const fallSilent = async (silentCount: number, timeoutMs: number, known: number | null = prompt) => {
  const silentUnits = Array.from({ length: silentCount }, (_, at) => at + 1)
  const devices = [
    ...wellUnits.map((id) => device(id, { periodSec: 1 })),
    ...silentUnits.map((id) => device(id, { periodSec })),
  ]
  const world = setUp([net(devices, { timeoutMs })])
  const { clock, link, polls, poller } = world
  const silent = new Set<number>()
  link.prompt = known
  link.answer = (request: ReadRequest) =>
    silent.has(request.unit) ? link.timeout(request.timeoutMs ?? timeoutMs) : link.later(answerMs, request)
  poller.start()
  await clock.advanceAsync(10_000)
  for (const unit of silentUnits) silent.add(unit)
  // Each becomes unresponsive after two attempts.
  await clock.advanceAsync((silentCount + 1) * 2 * timeoutMs + periodSec * 1000)
  polls.length = 0
  link.requests.length = 0
  const advance = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 1000) await clock.advanceAsync(Math.min(1000, left))
  }
  return { ...world, silent, advance }
}

/** Share of due polls that the slowest neighbour received. */
const cadence = (polls: readonly { deviceId: number; errors: unknown }[], seconds: number): number =>
  Math.min(
    ...wellUnits.map((unit) => polls.filter(({ deviceId, errors }) => deviceId === unit && errors === null).length),
  ) / seconds

const rows: [silentCount: number, timeoutMs: number, backWithinSec: number][] = [
  [1, 1000, 10],
  [5, 1000, 10],
  [20, 1000, 34],
  [1, 5000, 10],
  [5, 5000, 10],
  [20, 5000, 34],
]
for (const [silentCount, timeoutMs, backWithinSec] of rows) {
  test(`${silentCount} unresponsive, timeout ${timeoutMs} ms: others keep 95%, and a recovered unit is read within ${backWithinSec} s`, async (t) => {
    const { polls, silent, advance, clock } = await fallSilent(silentCount, timeoutMs)
    await advance(200_000)
    const kept = cadence(polls, 200)
    assert.ok(kept >= 0.95, `${kept}`)
    const waits: number[] = []
    for (let at = 0; at < 6; at += 1) {
      // A different unit each time, at another moment of its period.
      const unit = 1 + ((7 * at) % silentCount)
      await advance(1700 * at + timeoutMs)
      polls.length = 0
      silent.delete(unit)
      const fromMs = clock.now()
      const isRead = (): boolean => polls.some(({ deviceId, errors }) => deviceId === unit && errors === null)
      while (!isRead() && clock.now() < fromMs + 100_000) await clock.advanceAsync(100)
      waits.push((clock.now() - fromMs) / 1000)
      silent.add(unit)
      await advance(2 * periodSec * 1000 + 4 * timeoutMs)
    }
    t.diagnostic(`kept ${(100 * kept).toFixed(1)}%, read again after at most ${Math.max(...waits)} s`)
    assert.ok(Math.max(...waits) <= backWithinSec + 0.2, waits.join(' '))
  })
}

test('a unit with unknown response time takes its full timeout, and twenty times that between attempts', async () => {
  const { polls, link, advance } = await fallSilent(1, 1000, null)
  await advance(200_000)
  assert.ok(cadence(polls, 200) >= 0.95)
  const requestTimes = link.requests.filter(({ unit }) => unit === 1).map(({ atMs }) => atMs)
  assert.ok(requestTimes.length >= 9, `${requestTimes.length} times`)
  for (const [at, atMs] of requestTimes.entries())
    if (at > 0) assert.ok(atMs - (requestTimes[at - 1] ?? 0) >= 20_000 - 1)
})

test('probes between two due times are recorded once and in order, and no due poll is skipped', async () => {
  const { polls, silent, advance, link } = await fallSilent(20, 1000)
  await advance(100_000)
  const ofOne = polls.filter(({ deviceId }) => deviceId === 7).map(({ readOn }) => readOn)
  assert.equal(ofOne.length, 10)
  const requestTimes = link.requests.filter(({ unit }) => unit === 7).map(({ atMs }) => startMs + atMs)
  assert.ok(requestTimes.length > 2 && requestTimes.some((atMs) => !ofOne.includes(atMs)))
  silent.clear()
  await advance(40_000)
  for (const unit of [1, 7, 20]) {
    const times = polls.filter(({ deviceId }) => deviceId === unit).map(({ readOn }) => readOn)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
  }
  assert.ok(polls.slice(-20).every(({ errors }) => errors === null))
})
