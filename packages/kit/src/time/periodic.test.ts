import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { eachApart, Periodic } from './periodic.ts'
import { VirtualClock } from './virtual-clock.ts'

const everyMs = 100

/** Work that runs until the test ends it. */
class HeldWork {
  readonly clock = new VirtualClock()
  readonly errors: string[] = []
  runs = 0
  overlapping = 0
  #end: { finish: () => void; fail: (error: Error) => void } | null = null
  readonly periodic = new Periodic({
    name: 'work',
    clock: this.clock,
    everyMs,
    work: async () => {
      this.runs += 1
      if (this.#end !== null) this.overlapping += 1
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#end = { finish: resolve, fail: reject }
      await promise
    },
    onError: (error, { name }) => this.errors.push(`${name}: ${(error as Error).message}`),
  })

  async finish(): Promise<void> {
    this.#take()?.finish()
    await this.clock.advanceAsync(0)
  }

  async fail(): Promise<void> {
    this.#take()?.fail(new Error('failed'))
    await this.clock.advanceAsync(0)
  }

  #take() {
    const end = this.#end
    this.#end = null
    return end
  }
}

type Step = { do: 'start' | 'wake' | 'stop' | 'finish' | 'fail' } | { do: 'advance'; ms: number }

/** The same rules as one plain state. */
class Model {
  state = 'idle'
  isRunning = false
  isWanted = false
  dueMs = Number.POSITIVE_INFINITY
  nowMs = 0
  runs = 0
  errors = 0

  take(step: Step): void {
    if (step.do === 'start' && this.state !== 'started') {
      this.state = 'started'
      if (!this.isRunning) this.dueMs = this.nowMs + everyMs
    } else if (step.do === 'wake' && this.state !== 'stopped') {
      if (this.isRunning) this.isWanted = true
      else this.#begin()
    } else if (step.do === 'stop') {
      this.state = 'stopped'
      this.isWanted = false
      this.dueMs = Number.POSITIVE_INFINITY
    } else if ((step.do === 'finish' || step.do === 'fail') && this.isRunning) {
      if (step.do === 'fail') this.errors += 1
      this.isRunning = false
      if (this.isWanted) this.#begin()
      else if (this.state === 'started') this.dueMs = this.nowMs + everyMs
    } else if (step.do === 'advance') {
      this.nowMs += step.ms
      if (this.dueMs <= this.nowMs) this.#begin()
    }
  }

  #begin(): void {
    this.isRunning = true
    this.isWanted = false
    this.dueMs = Number.POSITIVE_INFINITY
    this.runs += 1
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('start', 'wake', 'finish', 'fail') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const) }) },
  // Up to ten intervals at once: the clock may jump.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 1000 }) }) },
)

test('loses no wake-up, runs one at a time and survives failures, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const work = new HeldWork()
      const model = new Model()
      for (const one of steps) {
        model.take(one)
        if (one.do === 'advance') await work.clock.advanceAsync(one.ms)
        else if (one.do === 'stop') void work.periodic.stop()
        else if (one.do === 'finish' || one.do === 'fail') await work[one.do]()
        else work.periodic[one.do]()
        assert.deepEqual(
          [work.runs, work.errors.length, work.periodic.isRunning],
          [model.runs, model.errors, model.isRunning],
        )
      }
      assert.equal(work.overlapping, 0)
      const stopped = work.periodic.stop()
      await work.finish()
      await stopped
      assert.equal(work.clock.pending, 0)
    }),
    { numRuns: 300 },
  )
})

test('runs one interval after the start, and one interval after each run has ended', async () => {
  const work = new HeldWork()
  work.periodic.start()
  await work.clock.advanceAsync(everyMs - 1)
  assert.equal(work.runs, 0)
  await work.clock.advanceAsync(1)
  assert.equal(work.runs, 1)
  await work.clock.advanceAsync(10 * everyMs)
  assert.equal(work.runs, 1, 'a long run is not doubled')
  await work.finish()
  await work.clock.advanceAsync(everyMs - 1)
  assert.equal(work.runs, 1)
  await work.clock.advanceAsync(1)
  assert.equal(work.runs, 2)
})

test('keeps its pace where the interval counts from the start of a run', async () => {
  const clock = new VirtualClock()
  const runsAtMs: number[] = []
  const ends: (() => void)[] = []
  const periodic = new Periodic({
    name: 'work',
    clock,
    everyMs,
    countFrom: 'start',
    work: () => {
      runsAtMs.push(clock.now())
      return new Promise<void>((resolve) => ends.push(resolve))
    },
    onError: (error) => assert.fail(String(error)),
  })
  const end = async (): Promise<void> => {
    ends.shift()?.()
    await clock.advanceAsync(0)
  }
  periodic.start()
  await clock.advanceAsync(everyMs + 30)
  await end()
  await clock.advanceAsync(2.5 * everyMs)
  assert.deepEqual(runsAtMs, [100, 200])
  await end()
  assert.deepEqual(runsAtMs, [100, 200, 380], 'a long run is followed at once, by one run')
  await end()
  await clock.advanceAsync(everyMs)
  assert.deepEqual(runsAtMs, [100, 200, 380, 480])
  const stopped = periodic.stop()
  await end()
  await stopped
})

test('runs once more after any number of wake-ups during a run', async () => {
  const work = new HeldWork()
  for (let count = 0; count < 5; count += 1) work.periodic.wake()
  assert.equal(work.runs, 1)
  await work.finish()
  assert.equal(work.runs, 2)
  await work.finish()
  assert.equal(work.runs, 2)
  assert.equal(work.clock.pending, 0, 'nothing is scheduled before the start')
})

test('stop waits for the current run and drops the requested one', async () => {
  const work = new HeldWork()
  work.periodic.start()
  work.periodic.wake()
  work.periodic.wake()
  let isStopped = false
  const stopping = work.periodic.stop().then(() => (isStopped = true))
  await work.clock.advanceAsync(everyMs)
  assert.equal(isStopped, false)
  await work.finish()
  await stopping
  work.periodic.wake()
  await work.clock.advanceAsync(everyMs)
  assert.equal(work.runs, 1)
  work.periodic.start()
  await work.clock.advanceAsync(everyMs)
  assert.equal(work.runs, 2, 'it can be started again')
})

test('reports what is thrown synchronously, and runs again', async () => {
  const clock = new VirtualClock()
  let runs = 0
  const reported: unknown[] = []
  const periodic = new Periodic({
    name: 'synchronous',
    clock,
    everyMs: () => everyMs * runs,
    work: () => {
      runs += 1
      if (runs === 1) periodic.wake()
      throw new Error(`run ${runs}`)
    },
    onError: (error, context) => reported.push([(error as Error).message, context]),
  })
  periodic.wake()
  await periodic.settled()
  assert.equal(runs, 2, 'a wake-up by the work itself is not lost')
  periodic.start()
  await clock.advanceAsync(2 * everyMs)
  assert.equal(runs, 3)
  assert.deepEqual(
    reported,
    [1, 2, 3].map((run) => [`run ${run}`, { name: 'synchronous' }]),
  )
  await periodic.stop()
})

test('passes on what the reporter throws, and runs again', async () => {
  const clock = new VirtualClock()
  let runs = 0
  const periodic = new Periodic({
    name: 'unreported',
    clock,
    everyMs,
    work: () => {
      runs += 1
      if (runs === 1) throw new Error('failed')
    },
    onError: () => {
      throw new Error('the reporter failed')
    },
  })
  periodic.start()
  periodic.wake()
  await assert.rejects(periodic.settled(), /the reporter failed/)
  await clock.advanceAsync(everyMs)
  assert.equal(runs, 2)
  await periodic.stop()
})

test('isolates items: one that throws is reported with its item, and the others are processed', async () => {
  const clock = new VirtualClock()
  const done: number[] = []
  const reported: unknown[] = []
  let areListed = true
  const periodic = new Periodic({
    name: 'items',
    clock,
    everyMs,
    items: () => (areListed ? Promise.resolve([1, 2, 3, 4]) : Promise.reject(new Error('no list'))),
    run: (item: number) => {
      if (item % 2 === 1) throw new Error('odd')
      done.push(item)
      if (item === 4 && done.length > 2) void periodic.stop()
    },
    onError: (error, context) => reported.push([(error as Error).message, context]),
  })
  periodic.start()
  await clock.advanceAsync(everyMs)
  assert.deepEqual(done, [2, 4])
  assert.deepEqual(reported, [
    ['odd', { name: 'items', item: 1 }],
    ['odd', { name: 'items', item: 3 }],
  ])
  areListed = false
  await clock.advanceAsync(everyMs)
  assert.deepEqual(reported.at(-1), ['no list', { name: 'items' }])
})

test('stops between items', async () => {
  const clock = new VirtualClock()
  const done: number[] = []
  const periodic = new Periodic({
    name: 'items',
    clock,
    everyMs,
    items: () => [1, 2, 3],
    run: (item: number) => {
      done.push(item)
      void periodic.stop()
    },
    onError: (error) => assert.fail(String(error)),
  })
  periodic.wake()
  await periodic.settled()
  assert.deepEqual(done, [1])
})

test('eachApart processes every item in order, whichever of them throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean()), fc.boolean(), async (throwing, isAsync) => {
      const items = throwing.map((isThrowing, index) => ({ isThrowing, index }))
      const seen: number[] = []
      const failed: number[] = []
      const stream = async function* () {
        yield* items
      }
      await eachApart(
        isAsync ? stream() : items,
        ({ isThrowing, index }) => {
          seen.push(index)
          if (isThrowing) throw new Error('failed')
        },
        (_error, { index }) => failed.push(index),
      )
      assert.deepEqual(seen, [...items.keys()])
      assert.deepEqual(
        failed,
        items.filter(({ isThrowing }) => isThrowing).map(({ index }) => index),
      )
    }),
  )
})
