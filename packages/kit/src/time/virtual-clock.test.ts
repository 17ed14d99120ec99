import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { VirtualClock } from './virtual-clock.ts'

/** A timer after a delay, with the timers that it creates when it fires. */
interface TimerPlan {
  readonly delayMs: number
  readonly isCancelled: boolean
  readonly next: readonly TimerPlan[]
}

const { plan } = fc.letrec<{ plan: TimerPlan }>((tie) => ({
  plan: fc.record({
    delayMs: fc.integer({ min: 0, max: 20 }),
    isCancelled: fc.boolean(),
    next: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('plan'), { maxLength: 3 }),
    ),
  }),
}))

type FiredTimers = [label: number, atMs: number][]

/** The same rules with a plain list, sorted again each time. */
function model(plans: readonly TimerPlan[], untilMs: number): FiredTimers {
  const log: FiredTimers = []
  let label = 0
  const waiting: { plan: TimerPlan; dueMs: number; label: number }[] = []
  const make = (some: readonly TimerPlan[], nowMs: number): void => {
    for (const one of some) waiting.push({ plan: one, dueMs: nowMs + one.delayMs, label: label++ })
  }
  make(plans, 0)
  for (;;) {
    const [next] = waiting.toSorted((a, b) => a.dueMs - b.dueMs || a.label - b.label)
    if (next === undefined || next.dueMs > untilMs) return log
    waiting.splice(waiting.indexOf(next), 1)
    if (next.plan.isCancelled) continue
    log.push([next.label, next.dueMs])
    make(next.plan.next, next.dueMs)
  }
}

function follow(clock: VirtualClock, plans: readonly TimerPlan[]): FiredTimers {
  const log: FiredTimers = []
  let labels = 0
  const make = (some: readonly TimerPlan[]): void => {
    for (const one of some) {
      const label = labels++
      const cancel = clock.after(one.delayMs, () => {
        log.push([label, clock.now()])
        make(one.next)
      })
      if (one.isCancelled) cancel()
    }
  }
  make(plans)
  return log
}

test('fires timers in order of time, then of creation, for any steps and any caller that advances the clock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), async (plans, stepMs) => {
      const expected = model(plans, 50 * stepMs)
      const [stepped, awaited] = [new VirtualClock(), new VirtualClock()]
      const logs = [follow(stepped, plans), follow(awaited, plans)]
      for (let step = 0; step < 50; step++) stepped.advance(stepMs)
      await awaited.advanceAsync(50 * stepMs)
      for (const log of logs) assert.deepEqual(log, expected)
      assert.deepEqual([stepped.now(), awaited.now()], [50 * stepMs, 50 * stepMs])
    }),
    { numRuns: 60 },
  )
})

test('code that awaits goes on at the instant of what it awaited', async () => {
  const clock = new VirtualClock(1000)
  const seen: number[] = []
  const wait = (ms: number): Promise<void> => new Promise((done) => void clock.after(ms, done))
  const work = async (): Promise<string> => {
    for (const ms of [5, 0, 0.25, 10]) {
      await wait(ms)
      seen.push(clock.now())
    }
    return 'done'
  }
  void clock.after(5.1, () => seen.push(clock.now()))
  assert.equal(await clock.runUntil(work()), 'done')
  assert.deepEqual(seen, [1005, 1005, 1005.1, 1005.25, 1015.25])
})

test('waiting for what does not come ends with a reason', async () => {
  const clock = new VirtualClock()
  const never = new Promise<void>(() => undefined)
  await assert.rejects(clock.runUntil(never, 10), /within 10 ms of virtual time; nothing is waiting to happen/)
  clock.after(100, () => undefined)
  await assert.rejects(clock.runUntil(never, 10), /within 10 ms of virtual time; 1 events lie beyond/)
  await assert.rejects(clock.runUntil(Promise.reject(new Error('as it was')), 10), /as it was/)
  assert.equal(clock.now(), 20)
  assert.throws(() => clock.after(Number.NaN, () => undefined), RangeError)
})

test('a hundred thousand events, most cancelled, cost little and leave nothing', () => {
  const clock = new VirtualClock()
  let ran = 0
  for (let count = 0; count < 100_000; count++) {
    const cancel = clock.after((count * 7919) % 10_007, () => ran++)
    if (count % 10 !== 0) cancel()
  }
  assert.equal(clock.pending, 10_000)
  clock.advance(10_007)
  assert.deepEqual([ran, clock.pending], [10_000, 0])
})

test('reaches the instant that a caller waits for, in spite of rounding', () => {
  const clock = new VirtualClock(5021.197916666666)
  const untilMs = clock.now() + Number.EPSILON * 4096
  let rings = 0
  const wait = (): void => {
    rings += 1
    if (clock.now() < untilMs && rings < 10) clock.after((untilMs - clock.now()) / 2, wait)
  }
  wait()
  clock.advance(1)
  assert.ok(rings < 10)
})
