import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import * as fc from 'fast-check'
import { Admission, type AdmissionLimits, type AdmissionTicket } from './admission.ts'

const limits: AdmissionLimits = {
  costMax: 100,
  shareMax: 80,
  oneMax: 60,
  queueMax: 10,
  queueCostMax: 500,
  waitMsMax: 10_000,
}

/** One organization may use all capacity. */
const undivided = { shareMax: 100, oneMax: 100 }

/** Records the outcome of each request. */
const begin = (overrides: Partial<AdmissionLimits> = {}) => {
  const clock = new VirtualClock()
  const said: string[] = []
  const say = (_details: object, message: string): void => void said.push(message)
  const admission = new Admission({ clock, log: { info: say, warn: say }, limits: { ...limits, ...overrides } })
  const fates = new Map<string, string>()
  const enter = (who: string, cost: number, name = who): AdmissionTicket => {
    const place = admission.enter(who, cost)
    fates.set(name, place.turn === null ? 'in' : 'waits')
    place.turn?.then(
      (isIn) => fates.set(name, isIn ? 'in' : 'left'),
      (error: unknown) => fates.set(name, error instanceof Refusal ? error.message : String(error)),
    )
    return place
  }
  const fate = async (name: string): Promise<string | undefined> => {
    await Promise.resolve()
    await Promise.resolve()
    return fates.get(name)
  }
  return { clock, said, admission, enter, fate }
}

describe('admission', () => {
  test('admits requests that fit at once and the next one when capacity is released', async () => {
    const { enter, fate, admission } = begin()
    const first = enter('a', 60)
    enter('b', 60)
    assert.deepEqual([await fate('a'), await fate('b')], ['in', 'waits'])
    first.leave()
    first.leave()
    assert.equal(await fate('b'), 'in')
    assert.equal(admission.status.runningCost, 60)
  })

  test('share links leave most to the people of their organization', async () => {
    const { admission, enter, fate } = begin()
    assert.equal(admission.enterByLink(1, 20).turn, null)
    const waiting = admission.enterByLink(1, 15)
    assert.notEqual(waiting.turn, null)
    enter('org 1', 50)
    assert.equal(await fate('org 1'), 'in')
    assert.equal(admission.enterByLink(2, 20).turn, null)
    assert.throws(() => admission.enterByLink(1, 21), /more than a share link may read/)
  })

  test('limits the share of one organization', async () => {
    const { enter, fate } = begin()
    enter('a', 50, 'a1')
    enter('a', 40, 'a2')
    enter('b', 50, 'b1')
    assert.deepEqual([await fate('a1'), await fate('a2'), await fate('b1')], ['in', 'waits', 'in'])
  })

  test('serves the organization with the least admitted cost first', async () => {
    const { enter, fate } = begin()
    const first = enter('a', 80, 'a1')
    for (let i = 2; i < 6; i += 1) enter('a', 80, `a${i}`)
    enter('b', 80, 'b1')
    first.leave()
    assert.deepEqual([await fate('b1'), await fate('a2')], ['in', 'waits'])
  })

  test('admits a request above the capacity eventually, beside little else', async () => {
    const { enter, fate, admission } = begin()
    const some = enter('a', 50, 'a1')
    const huge = enter('b', 5000, 'huge')
    enter('c', 45, 'c1')
    enter('d', 20, 'd1')
    assert.deepEqual([await fate('huge'), await fate('c1'), await fate('d1')], ['waits', 'waits', 'waits'])
    some.leave()
    assert.deepEqual([await fate('huge'), await fate('c1')], ['in', 'waits'])
    assert.equal(admission.status.runningCost, limits.oneMax)
    huge.leave()
    assert.deepEqual([await fate('c1'), await fate('d1')], ['in', 'in'])
  })

  test('removes a request from the queue when its client disconnects', async () => {
    const { enter, fate, admission } = begin()
    enter('a', 50, 'a1')
    const huge = enter('b', 100, 'huge')
    enter('c', 10, 'c1')
    huge.leave()
    assert.deepEqual([await fate('huge'), await fate('c1')], ['left', 'in'])
    assert.deepEqual(admission.status, { runningCost: 60, waiting: 0, refused: { full: 0, late: 0, stopping: 0 } })
  })

  test('refuses a request that waits too long and reports when to retry', async () => {
    const { enter, fate, clock, admission } = begin(undivided)
    enter('a', 100, 'a1')
    const late = admission.enter('b', 10)
    enter('c', 10, 'c1')
    const refused = assert.rejects(late.turn ?? Promise.resolve(), (error: Refusal) => {
      assert.deepEqual([error.code, error.headers], ['Unavailable', { 'retry-after': '10' }])
      return true
    })
    clock.advance(10_000)
    await refused
    assert.match((await fate('c1')) ?? '', /^Too much is being read just now.*fewer parameters.*try again in 10 s\.$/)
    assert.equal(admission.status.refused.late, 2)
    late.leave()
    assert.equal(admission.status.runningCost, 100)
  })

  test('when the queue is full the line that waits for most gives way to others, and its own are refused', async () => {
    const { enter, fate, admission } = begin({ ...undivided, queueMax: 3 })
    enter('a', 100, 'a0')
    for (let i = 1; i <= 3; i += 1) enter('a', 10, `a${i}`)
    enter('b', 10, 'b1')
    assert.deepEqual([await fate('a2'), await fate('b1')], ['waits', 'waits'])
    assert.match((await fate('a3')) ?? '', /^Too much is being read just now: ask/)
    enter('a', 10, 'a4')
    assert.match((await fate('a4')) ?? '', /^Too much/)
    assert.deepEqual([admission.status.waiting, admission.status.refused.full], [3, 2])
  })

  test('the queue is full by cost, too', async () => {
    const { enter, fate } = begin({ ...undivided, queueCostMax: 250 })
    enter('a', 100, 'a0')
    for (let i = 1; i <= 3; i += 1) enter('a', 100, `a${i}`)
    assert.match((await fate('a3')) ?? '', /^Too much/)
    enter('b', 90, 'b1')
    assert.deepEqual([await fate('a1'), await fate('b1')], ['waits', 'waits'])
    assert.match((await fate('a2')) ?? '', /^Too much/)
  })

  test('logs the start and the end of an overload once each', async () => {
    const { enter, clock, said, admission } = begin({ queueMax: 0 })
    const only = enter('a', 100, 'a0')
    for (let i = 0; i < 5; i += 1) {
      enter('a', 100, `a${i}`)
      clock.advance(4000)
    }
    assert.equal(said.length, 1)
    only.leave()
    clock.advance(20_000)
    assert.deepEqual(said.slice(1), ['no longer overloaded'])
    assert.deepEqual(
      admission.metrics().map(({ name, samples }) => [name, samples.map(({ value }) => value)]),
      [
        ['busbar_admission_cost', [0]],
        ['busbar_admission_cost_max', [100]],
        ['busbar_admission_waiting', [0]],
        ['busbar_admission_refused_total', [5, 0, 0]],
      ],
    )
  })

  test('a stop tells those who wait', async () => {
    const { enter, fate, admission } = begin()
    enter('a', 100, 'a1')
    enter('b', 100, 'b1')
    admission.stop()
    assert.equal(await fate('b1'), 'The service is being stopped.')
  })
})

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.integer({ min: 0, max: 3 }), cost: fc.integer({ min: 1, max: 150 }) }) },
  { weight: 3, arbitrary: fc.record({ leaves: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ ms: fc.integer({ min: 1, max: 6000 }) }) },
)

test('whatever comes and goes: the bounds hold, nothing is lost, and who can go on does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async (acts) => {
      const { admission, clock } = begin()
      const known: { place: AdmissionTicket; cost: number; who: string; state: string }[] = []
      const settle = async (): Promise<void> => {
        for (let i = 0; i < 4; i += 1) await Promise.resolve()
      }
      for (const one of acts) {
        if ('ms' in one) clock.advance(one.ms)
        else if ('leaves' in one) {
          const there = known.filter(({ state }) => state === 'in' || state === 'waits')
          const leaving = there[one.leaves % Math.max(1, there.length)]
          leaving?.place.leave()
          if (leaving !== undefined) leaving.state = 'gone'
        } else {
          const place = admission.enter(String(one.who), one.cost)
          const made = { place, cost: Math.min(one.cost, limits.oneMax), who: String(one.who), state: 'in' }
          known.push(made)
          if (place.turn !== null) made.state = 'waits'
          place.turn?.then(
            (isIn) => (made.state = isIn ? 'in' : 'gone'),
            () => (made.state = 'refused'),
          )
        }
        await settle()
        const inside = known.filter(({ state }) => state === 'in')
        const waiting = known.filter(({ state }) => state === 'waits')
        const sum = (list: typeof known): number => list.reduce((all, { cost }) => all + cost, 0)
        assert.equal(admission.status.runningCost, sum(inside))
        assert.equal(admission.status.waiting, waiting.length)
        assert.ok(sum(inside) <= limits.costMax)
        assert.ok(waiting.length <= limits.queueMax && sum(waiting) <= limits.queueCostMax)
        for (const [, own] of Map.groupBy(inside, ({ who }) => who)) {
          assert.ok(sum(own) <= limits.shareMax)
        }
        // Requests wait only while others run.
        assert.ok(inside.length > 0 || waiting.length === 0)
      }
      for (const { place } of known) place.leave()
      assert.deepEqual([admission.status.runningCost, admission.status.waiting], [0, 0])
    }),
  )
})

test('organizations that always want more get the same, in cost, however many requests that is', async () => {
  const costs = fc.array(fc.integer({ min: 5, max: 80 }), { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(costs, async (wanted) => {
      const { admission } = begin({ ...undivided, queueMax: 1000, queueCostMax: 100_000 })
      const given = wanted.map(() => 0)
      const inside: AdmissionTicket[] = []
      const want = (who: number, cost: number): void => {
        const place = admission.enter(String(who), cost)
        const begins = (): void => {
          // Another one comes for each that is let in.
          given[who] = (given[who] ?? 0) + cost
          inside.push(place)
          want(who, cost)
        }
        if (place.turn === null) inside.push(place)
        else place.turn.then(begins, assert.fail)
      }
      // The first organization has many more in the queue than the others.
      for (const [who, cost] of wanted.entries()) {
        for (let i = 0; i < (who === 0 ? 200 : 20); i += 1) want(who, cost)
      }
      while (Math.max(...given) < 2000) {
        inside.shift()?.leave()
        await Promise.resolve()
      }
      assert.ok(Math.max(...given) - Math.min(...given) <= 2 * limits.costMax, given.join())
    }),
    { numRuns: 30 },
  )
})
