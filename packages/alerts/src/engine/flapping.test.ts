import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { FollowUp, JudgedAlert } from '../alert.ts'
import type { AlertState, Effect, EvaluationTime, Fact } from '../alert-state.ts'
import { BackTest } from './back-test.ts'
import { newState, step } from './step.ts'
import { at, judged, nowAt, reads, t0 } from './testing/judged.ts'

const flapping = { changes: 4, minutes: 1 }
const over: FollowUp = {
  id: 2,
  stage: 'resolved',
  timeoutMinutes: 0,
  type: 'email',
  recepient: 'a@example.com',
  paramId: null,
  value: null,
}
const alertWith = (change: Partial<JudgedAlert> = {}): JudgedAlert => judged({ flapping, followUps: [over], ...change })

/** Formats an effect: `30 send w1 active`. */
const lineOf = (effect: Effect): string[] => {
  const sec = (effect.on - t0) / 1000
  if (effect.kind === 'notify') return [`${sec} send ${effect.key} ${effect.stage}`]
  if (effect.kind === 'drop') return [`${sec} drop ${effect.key} ${effect.why}`]
  const isTold = effect.kind === 'detail' && (effect.detail.what === 'flapping' || effect.detail.what === 'steady')
  return isTold ? [`${sec} ${effect.detail.what}`] : []
}

class AlertRun {
  readonly lines: string[] = []
  state: AlertState
  #alert: JudgedAlert

  constructor(alert: JudgedAlert) {
    this.#alert = alert
    this.state = step(alert, newState(alert, nowAt(0)), [], nowAt(0)).state
  }

  take(now: EvaluationTime, facts: readonly Fact[] = [], alert = this.#alert): this {
    this.#alert = alert
    const next = step(alert, this.state, facts, now)
    this.state = JSON.parse(JSON.stringify(next.state)) as AlertState
    this.lines.push(...next.effects.flatMap(lineOf))
    return this
  }

  /** Active and over in turn. */
  flap(...secs: number[]): this {
    for (const [place, sec] of secs.entries()) this.take(nowAt(sec), [reads(sec, place % 2 === 0 ? 11 : 1)])
    return this
  }
}

const begun = ['10 send a1 active', '20 send f2 resolved', '30 send a1 active', '40 flapping', '40 send w1 resolved']

const rows: [about: string, alert: JudgedAlert, secs: number[], lines: string[]][] = [
  ['too few changes', alertWith(), [10, 20, 30], begun.slice(0, 3)],
  [
    'too slow',
    alertWith(),
    [10, 40, 71, 100],
    ['10 send a1 active', '40 send f2 resolved', '71 send a1 active', '100 send f2 resolved'],
  ],
  ['switched off', alertWith({ flapping: null }), [10, 20, 30, 40], [...begun.slice(0, 3), '40 send f2 resolved']],
  [
    'over in the end',
    alertWith(),
    [10, 20, 30, 40],
    [...begun, '100 steady', '100 send s1 resolved', '100 drop f2 flapping'],
  ],
  [
    'active in the end',
    alertWith(),
    [10, 20, 30, 40, 50],
    [...begun, '50 drop f2 stage-passed', '110 steady', '110 send s1 active', '110 drop a1 flapping'],
  ],
  [
    'each change begins the wait again, and it is said once',
    alertWith({ followUps: [] }),
    [10, 20, 30, 40, 50, 60, 70, 80],
    [
      '10 send a1 active',
      '30 send a1 active',
      '40 flapping',
      '40 send w1 resolved',
      '60 drop a1 stage-passed',
      '80 drop a1 stage-passed',
      '140 steady',
      '140 send s1 resolved',
    ],
  ],
  [
    'a critical one is never held',
    alertWith({ logAs: 'critical' }),
    [10, 20, 30, 40, 50],
    [...begun, '40 send f2 resolved', '50 send a1 active', '110 steady'],
  ],
  [
    'muted meanwhile',
    alertWith({ windows: [{ from: at(35), till: at(95) }] }),
    [10, 20, 30, 40],
    [
      ...begun.slice(0, 3),
      '40 flapping',
      '40 drop f2 muted',
      '95 send w1 resolved',
      '100 steady',
      '100 send s1 resolved',
    ],
  ],
  [
    'muted until long after it is steady',
    alertWith({ windows: [{ from: at(35), till: at(300) }] }),
    [10, 20, 30, 40, 50],
    [...begun.slice(0, 3), '40 flapping', '40 drop f2 muted', '110 steady', '300 send a1 active'],
  ],
  [
    'muted only when it would be steady',
    alertWith({ windows: [{ from: at(90), till: at(300) }] }),
    [10, 20, 30, 40],
    [...begun, '100 drop f2 muted', '300 steady', '300 send s1 resolved'],
  ],
]
for (const [about, alert, secs, lines] of rows) {
  test(`an alert that flaps: ${about}`, () => {
    const run = new AlertRun(alert).flap(...secs).take(nowAt(400))
    assert.deepEqual(run.lines.toSorted(byTime), lines)
  })
}

const byTime = (one: string, other: string): number => Number.parseFloat(one) - Number.parseFloat(other)

test('messages for want of a confirmation come all the same', () => {
  const unconfirmed: FollowUp = {
    ...over,
    id: 3,
    stage: 'not-confirmed',
    timeoutMinutes: 0,
    recepient: 'boss@example.com',
  }
  const run = new AlertRun(alertWith({ followUps: [unconfirmed] })).flap(10, 20, 30, 40, 50)
  assert.deepEqual(run.lines.slice(-2), ['40 send w3 resolved', '50 send f3 not-confirmed'])
})

test('a dependency also delays the notice that the alert flaps', () => {
  const alert = alertWith({ dependsOn: [{ id: 50, name: 'Feeder' }] })
  const parent = (sec: number, isActive: boolean): Fact => ({ kind: 'parent', alertId: 50, on: at(sec), isActive })
  const run = new AlertRun(alert).take(nowAt(5), [parent(5, true)]).flap(10, 20, 30, 40)
  assert.ok(!run.lines.some((line) => line.includes('send w')))
  run
    .take(nowAt(41), [parent(41, false)])
    .flap(50, 60, 70, 80)
    .take(nowAt(500))
  const notices = run.lines.filter((line) => / (w1|s1) /.test(line))
  assert.deepEqual(notices, ['101 send w1 resolved', '140 send s1 resolved'])
})

test('a restart and a clock that is set lose nothing of it', () => {
  const restarted = (sec: number): EvaluationTime => ({ on: at(sec), aheadMs: 5, runOn: at(1000) })
  const run = new AlertRun(alertWith()).flap(10, 20, 30, 40).take(restarted(1000)).take(restarted(1055))
  assert.deepEqual(run.lines, begun, 'while the service is away it is not known to be steady')
  assert.equal(run.state.wakeOn, at(1060))
  const leapt = { ...restarted(4660), aheadMs: 3_600_005 }
  run.take(leapt)
  assert.deepEqual(run.lines.slice(begun.length), ['4660 steady', '4660 send s1 resolved', '4660 drop f2 flapping'])
})

test('a back-test reports flapping like a live alert', () => {
  const trial = new BackTest(alertWith(), t0, [1])
  for (const [place, sec] of [10, 20, 30, 40].entries()) trial.take(reads(sec, place % 2 === 0 ? 11 : 1))
  const { occurrences } = trial.end(at(200))
  assert.deepEqual(
    occurrences.flatMap(({ sent }) => sent.map(({ key }) => key)),
    ['a1', 'f2', 'a1', 'w1', 's1'],
  )
})

test('in any history flapping is reported once for each span, with the last state, and a crash loses nothing', () => {
  const mutes = [{ from: at(100), till: at(160) }]
  const alerts = fc.record({
    holdOffSec: fc.constantFrom(0, 5),
    windows: fc.constantFrom([], mutes),
    followUps: fc.constantFrom([], [over]),
  })
  const changes = fc.array(fc.tuple(fc.constantFrom(1, 5, 10, 20, 61, 90), fc.boolean(), fc.boolean()), {
    maxLength: 30,
  })
  const holds = (change: Partial<JudgedAlert>, gaps: readonly (readonly [number, boolean, boolean])[]): void => {
    const alert = alertWith(change)
    let state = newState(alert, nowAt(0))
    let stored = state
    let sec = 0
    const effects: Effect[] = []
    const take = (facts: readonly Fact[]): void => {
      const next = step(alert, state, facts, nowAt(sec))
      state = next.state
      if (next.isWorthStoring) stored = JSON.parse(JSON.stringify(state)) as AlertState
      effects.push(...next.effects)
    }
    take([])
    for (const [gap, isHigh, isCrash] of gaps) {
      sec += gap
      // State that was not stored is rebuilt from the last reading.
      if (isCrash) state = stored
      take([reads(sec, isHigh ? 11 : 1)])
    }
    sec += 3600
    take([])
    let isFlapping = false
    let said = 0
    for (const effect of effects) {
      if (effect.kind === 'detail' && effect.detail.what === 'flapping') {
        assert.ok(!isFlapping)
        ;[isFlapping, said] = [true, 0]
      }
      if (effect.kind === 'detail' && effect.detail.what === 'steady') isFlapping = false
      if (effect.kind === 'notify' && effect.key.startsWith('w')) said += 1
      assert.ok(said <= 1, 'said twice')
      if (isFlapping && effect.kind === 'notify') assert.match(effect.key, /^w/, 'a single message while it flaps')
    }
    assert.ok(!isFlapping, 'it is steady in the end')
    assert.equal(state.flap?.since ?? null, null)
    const last = effects.findLast((effect) => effect.kind === 'notify')
    const isActive = state.episode?.closedOn === null
    if (state.episode === null) return
    if (isActive) assert.equal(last?.kind === 'notify' && last.stage, 'active', 'the last state is told')
    const wasSteady = effects.findLast((effect) => effect.kind === 'detail' && effect.detail.what === 'steady')
    const wasSaid = effects.findLast((effect) => effect.kind === 'notify' && effect.key === 'w1')
    const isEnd =
      wasSteady?.kind === 'detail' &&
      wasSteady.detail.what === 'steady' &&
      !wasSteady.detail.isActive &&
      wasSteady.occurrence === state.episode.no &&
      wasSaid !== undefined
    if (isEnd && wasSaid.on >= (mutes[0]?.till ?? 0)) assert.equal(last?.kind === 'notify' && last.stage, 'resolved')
  }
  fc.assert(fc.property(alerts, changes, holds), { numRuns: 300 })
})
