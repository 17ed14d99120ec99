import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { conditionKinds } from '../alert.ts'
import { type Effect, type Fact } from '../alert-state.ts'
import { BackTest } from './back-test.ts'
import { newState, step } from './step.ts'
import { at, condition, fails, judged, reads, t0 } from './testing/judged.ts'

type ArbitraryValue<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never

test('a back-test tells each time with its values, and what would have been sent', () => {
  const alert = judged({
    logAs: 'none',
    isEnabled: false,
    conditions: [condition('g', 10, { deadband: 2 }), condition('no-data', 60, { id: 2 })],
    holdOffSec: 30,
  })
  const trial = new BackTest(alert, t0, [1])
  for (const fact of [reads(1, 9), reads(11, 12), reads(21, 9), reads(31, 8), reads(62, 7), fails(70, 'Timeout')])
    trial.take(fact)
  const saw = { paramId: 1, reason: null }
  assert.deepEqual(trial.end(at(200)), {
    isCut: false,
    occurrences: [
      {
        startedOn: at(11),
        sinceOn: at(11),
        resolvedOn: at(31),
        changes: [
          { on: at(11), what: 'triggered', conditionId: 1, ...saw, value: 12 },
          { on: at(31), what: 'cleared', conditionId: 1, ...saw, value: 8 },
        ],
        sent: [{ on: at(11), key: 'a1', stage: 'active' }],
      },
      {
        startedOn: at(122),
        sinceOn: at(122),
        resolvedOn: null,
        changes: [{ on: at(122), what: 'triggered', conditionId: 2, paramId: 1, value: 7, reason: 'Timeout' }],
        sent: [{ on: at(122), key: 'a1', stage: 'active' }],
      },
    ],
  })
})

test('a back-test reports a further condition, also of a parameter that is read for the first time', () => {
  const conditions = [condition('g', 10), condition('l', 5, { id: 2, paramId: 3 })]
  for (const known of [[1], [1, 3]]) {
    const trial = new BackTest(judged({ conditions }), t0, known)
    for (const fact of [reads(1, 9), reads(11, 12), reads(21, 4, 3), reads(31, 6, 3), reads(41, 4, 3)]) trial.take(fact)
    assert.deepEqual(
      trial.end(at(50)).occurrences.map(({ sent }) => sent.map(({ on }) => on)),
      [[at(11), at(21)]],
    )
  }
})

test('a back-test without an end is cut and marked', () => {
  const trial = new BackTest(judged(), t0, [1])
  for (let sec = 1; sec <= 3000; sec++) trial.take(reads(sec, sec % 2 === 0 ? 11 : 9))
  const { occurrences, isCut } = trial.end(at(3001))
  assert.equal(occurrences.length, 1000)
  assert.equal(isCut, true)
})

test('the time before a parameter existed is no silence', () => {
  const silence = judged({ conditions: [condition('no-data', 60)], holdOffSec: 0 })
  const startsOf = (alert: typeof silence, known: number[], facts: readonly Fact[], till: number): number[] => {
    const trial = new BackTest(alert, t0, known)
    for (const fact of facts) trial.take(fact)
    return trial.end(at(till)).occurrences.map(({ startedOn }) => (startedOn - t0) / 1000)
  }
  assert.deepEqual(startsOf(silence, [1], [reads(500, 1)], 520), [60], 'it was there before')
  assert.deepEqual(startsOf(silence, [], [reads(500, 1)], 520), [], 'it was not')
  assert.deepEqual(startsOf(silence, [], [reads(500, 1)], 1000), [560], 'and then it is silent')
  assert.deepEqual(startsOf(silence, [], [fails(500, 'Timeout')], 1000), [560], 'a failure counts as being there')
  assert.deepEqual(startsOf(silence, [], [], 1000), [], 'nobody ever asked for it')

  const both = [condition('no-data', 60), condition('g', 10, { id: 2, paramId: 2 })]
  const any = judged({ conditions: both, holdOffSec: 0 })
  const facts = [reads(100, 11, 2), reads(200, 9, 2), reads(500, 1)]
  assert.deepEqual(startsOf(any, [], facts, 520), [100], 'others count meanwhile')
  const all = judged({ conditions: both, conditionLogic: 'all', holdOffSec: 0 })
  assert.deepEqual(startsOf(all, [], facts, 1000), [], 'it needs both')
  assert.deepEqual(startsOf(all, [], [...facts, reads(600, 11, 2)], 1000), [600])

  const held = judged({
    conditions: [condition('g', 10, { id: 2, paramId: 2, holdSec: 30 }), condition('no-data', 60)],
  })
  const late = startsOf(held, [2], [reads(100, 11, 2), reads(500, 1)], 520)
  assert.deepEqual(late, [140], 'what came due before the parameter was there came due in its own time')
})

const kinds = fc.constantFrom(...conditionKinds)
const conditionOf = fc.record({
  kind: kinds,
  paramId: fc.constantFrom(1, 3),
  value: fc.constantFrom(1, 2, 3),
  holdSec: fc.constantFrom(0, 5, 20),
  deadband: fc.constantFrom(0, 1),
})
const plan = fc.record({
  conditions: fc.array(conditionOf, { minLength: 1, maxLength: 3 }),
  conditionLogic: fc.constantFrom('all' as const, 'any' as const),
  holdOffSec: fc.constantFrom(0, 15),
  maxAgeSec: fc.constantFrom(null, 15),
})
/** Polls of one device: both parameters, or the reason of the failure. The first precedes the alert. */
const polls = fc.array(
  fc.record({ waitSec: fc.constantFrom(1, 5, 10, 30, 60), values: fc.option(fc.tuple(fc.nat(5), fc.nat(5))) }),
  { minLength: 2, maxLength: 25 },
)

test('a back-test and the alert itself come to the same, of every kind, from when the alert was made', () => {
  const agree = ({ conditions, ...more }: ArbitraryValue<typeof plan>, all: ArbitraryValue<typeof polls>): void => {
    const numbered = conditions.map((one, place) => ({
      ...one,
      id: place + 1,
      value: one.kind === 'no-data' ? one.value * 10 : one.value,
    }))
    const alert = judged({ ...more, conditions: numbered })
    let sec = -20
    const [first = [], ...later] = all.map(({ waitSec, values }) => {
      sec += waitSec === 60 ? 15 : waitSec
      return [1, 3].map((paramId, place) =>
        values === null ? fails(sec, 'Timeout', paramId) : reads(sec, values[place] ?? 0, paramId),
      )
    })
    const last = first.filter((fact) => fact.kind === 'reading')
    const from = (last[0]?.on ?? t0) + 1000
    const till = at(sec + 100)
    const trial = new BackTest(alert, from, [1, 3], last)
    for (const fact of later.flat()) trial.take(fact)

    // As the service does it: from poll to poll, with what was due between them, in a run that began before.
    const now = (on: number) => ({ on, aheadMs: 0, runOn: from - 3_600_000 })
    const effects: Effect[] = []
    let state = newState(alert, now(from))
    const take = (facts: readonly Fact[], on: number): void => {
      const next = step(alert, state, facts, now(on))
      effects.push(...next.effects)
      state = next.state
    }
    const wait = (end: number): void => {
      while (state.wakeOn !== null && state.wakeOn <= end) take([], Math.max(state.wakeOn, state.on))
    }
    take(last, from)
    for (const facts of later) {
      const on = Math.max(facts[0]?.on ?? from, from)
      wait(on - 1)
      take(facts, on)
    }
    wait(till)
    const opened = effects.flatMap((one) => (one.kind === 'open' ? [one] : []))
    const resolved = effects.flatMap((one) => (one.kind === 'close' ? [one.resolvedOn] : []))
    assert.deepEqual(
      trial.end(till).occurrences.map(({ startedOn, sinceOn, resolvedOn }) => [startedOn, sinceOn, resolvedOn]),
      opened.map(({ startedOn, sinceOn }, place) => [startedOn, sinceOn, resolved[place] ?? null]),
    )
  }
  fc.assert(fc.property(plan, polls, agree), { numRuns: 1000 })
})
