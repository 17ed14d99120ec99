import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Action, FollowUp, JudgedAlert } from '../alert.ts'
import type { EvaluationTime, Fact } from '../alert-state.ts'
import { newState, step } from './step.ts'
import { at, condition, judged, nowAt, phaseOf, reads, t0 } from './testing/judged.ts'
import { history, once, onceOver, only, rows, short, two } from './testing/rows.ts'

const confirm = (sec: number): Fact => ({ kind: 'confirm', on: at(sec), from: 'Olha', comment: null })
const action = (id: number, timeoutMinutes: number): Action => ({
  id,
  timeoutMinutes,
  type: 'sms',
  recepient: '+380441234567',
  paramId: null,
  value: null,
})
const followUp = (id: number, timeoutMinutes: number, stage: FollowUp['stage']): FollowUp => ({
  ...action(id, timeoutMinutes),
  stage,
})

const steady = judged({ holdOffSec: 60 })
rows('what returns before it was well for long enough is still the same alert', [
  [steady, [reads(10, 11), reads(20, 9), reads(70, 11), reads(80, 9), nowAt(200)], [...once, '140 close resolved 80']],
  [steady, [reads(10, 11), reads(20, 9), reads(90, 11)], [...once, '80 close resolved 20', '90 open 90', '90 send a1']],
])

const staged = judged({
  actions: [action(1, 0), action(2, 10)],
  followUps: [followUp(1, 1, 'confirmed'), followUp(2, 5, 'not-confirmed'), followUp(3, 1, 'resolved')],
})
rows('each stage has its messages, and those of a stage that has passed are dropped', [
  [staged, [reads(10, 11), nowAt(900)], [...once, '310 send f2', '610 send a2']],
  [
    staged,
    [reads(10, 11), confirm(70), nowAt(900)],
    [...once, '70 confirmed', '70 drop a2 stage-passed', '70 drop f2 stage-passed', '130 send f1'],
  ],
  [
    staged,
    [reads(10, 11), reads(20, 9), nowAt(900)],
    [...onceOver, '20 drop a2 stage-passed', '20 drop f2 stage-passed', '80 send f3'],
  ],
  [
    staged,
    [reads(10, 11), reads(20, 9), reads(30, 11)],
    [
      ...onceOver,
      '20 drop a2 stage-passed',
      '20 drop f2 stage-passed',
      '30 drop f3 stage-passed',
      '30 open 30',
      '30 send a1',
    ],
  ],
  [
    staged,
    [confirm(5), reads(10, 11), reads(20, 9), confirm(30)],
    [...onceOver, '20 drop a2 stage-passed', '20 drop f2 stage-passed'],
  ],
  [
    judged({ actions: [action(1, 0), action(2, 1)], holdOffSec: 60 }),
    [reads(10, 11), reads(60, 9), nowAt(100), reads(110, 11)],
    [...once, '110 send a2'],
  ],
  [judged({ logAs: 'none', holdOffSec: 60 }), [reads(10, 11), reads(60, 9), nowAt(300)], ['10 send a1']],
])

const window = (from: number, till: number) => ({ from: at(from), till: at(till) })
const quietNet = { activeHours: null, windows: [window(0, 100)] }
rows('in quiet times all is judged and nobody told; who must still know is told after them', [
  [
    judged({ windows: [window(0, 100)] }),
    [reads(10, 11), nowAt(200)],
    ['10 open 10', '10 muted', '100 unmuted', '100 send a1'],
  ],
  [
    judged({ windows: [window(0, 100)] }),
    [reads(10, 11), reads(20, 9), nowAt(200)],
    ['10 open 10', '10 muted', '20 close resolved 20', '20 drop a1 stage-passed'],
  ],
  [
    judged({ windows: [window(15, 100)], followUps: [followUp(3, 0, 'resolved')] }),
    [reads(10, 11), reads(20, 9), nowAt(200)],
    [...onceOver, '20 drop f3 muted'],
  ],
  [judged({ nets: new Map([[1, quietNet]]) }), [reads(10, 11), nowAt(90)], ['10 open 10', '10 muted']],
  [judged({ nets: new Map([[2, quietNet]]) }), [reads(10, 11)], once],
  [
    judged({ conditions: two, nets: new Map([[1, quietNet]]) }),
    [reads(10, 11), reads(20, 4, 3)],
    ['10 open 10', '10 muted', '20 unmuted', '20 send a1'],
  ],
  [
    judged({ conditions: two, conditionLogic: 'all', nets: new Map([[1, quietNet]]) }),
    [reads(10, 11), reads(20, 4, 3)],
    ['20 open 20', '20 muted'],
  ],
])

const edited = (change: Partial<JudgedAlert>): JudgedAlert => judged({ revision: 2, ...change })
rows('an edit keeps what it leaves alone', [
  [judged(), [reads(10, 11), edited({ name: 'Chiller' }), reads(20, 9)], onceOver],
  [
    judged({ holdOffSec: 60 }),
    [reads(10, 11), edited({ holdOffSec: 60, conditions: [condition('g', 5, { id: 9 })] }), reads(12, 11), nowAt(900)],
    once,
  ],
  [
    judged(),
    [reads(10, 11), edited({ conditions: [condition('g', 20, { id: 9 })] }), reads(12, 11)],
    [...once, '10 close resolved 10'],
  ],
  [
    judged(),
    [reads(10, 11), nowAt(70), edited({ actions: [action(7, 0), action(8, 2)] }), nowAt(900)],
    [...once, '130 send a8'],
  ],
  [
    judged(),
    [reads(10, 11), edited({ isEnabled: false }), reads(20, 9), edited({ revision: 3 }), reads(30, 11)],
    [...once, '10 close disabled 10', '30 open 30', '30 send a1'],
  ],
])

const hot = (id: number, value: number, holdSec = 0) => condition('g', value, { id, holdSec })

test('an edit keeps an alert and its confirmation where what was so is so by the new conditions', () => {
  const both = [hot(1, 10), condition('l', 5, { id: 2, paramId: 3 })]
  const rest = condition('l', 5, { id: 2, paramId: 3 })
  const cases: [JudgedAlert['conditions'], 'all' | 'any', JudgedAlert['conditions'], boolean][] = [
    [[hot(1, 10)], 'any', [hot(9, 11)], true],
    [[hot(1, 10)], 'any', [hot(9, 20)], false],
    [[hot(1, 10)], 'any', [hot(9, 11, 600)], true],
    [[hot(1, 10)], 'any', [condition('ge', 12, { id: 9 })], true],
    [both, 'all', [hot(9, 11), rest], true],
    [both, 'all', [hot(9, 11, 600), rest], true],
    [both, 'all', [hot(9, 20), rest], false],
    [both, 'any', [hot(9, 20), rest], true],
  ]
  for (const [conditions, conditionLogic, changed, isKept] of cases) {
    const alert = judged({ conditions, conditionLogic })
    const last = [reads(10, 12), reads(10, 4, 3)]
    const active = step(alert, newState(alert, nowAt(0)), [...last, confirm(20)], nowAt(20)).state
    const next = step({ ...alert, conditions: changed, revision: 2 }, active, last, nowAt(70))
    const { no, closedOn, confirmed } = next.state.episode ?? {}
    assert.deepEqual([no, closedOn, confirmed?.from], [1, isKept ? null : at(70), 'Olha'], JSON.stringify(changed))
    assert.deepEqual(
      next.effects.map(short).filter((line) => /send|open/.test(line)),
      [],
    )
  }
})

const setBy = (sec: number, leapSec: number): EvaluationTime => ({
  on: at(sec + leapSec),
  aheadMs: leapSec * 1000,
  runOn: t0,
})
const restarted = (sec: number): EvaluationTime => ({ on: at(sec), aheadMs: 77, runOn: at(sec) })
const held = only(condition('g', 10, { holdSec: 600 }))
const silent = only(condition('no-data', 600))
rows('neither a clock that was set nor a restart is time that passed', [
  [held, [reads(1, 11), setBy(5, 3600), reads(3611, 11), setBy(40, 3600)], []],
  [held, [reads(1, 11), setBy(5, 3600), reads(4201, 11)], ['4201 open 3601', '4201 send a1']],
  [only(condition('g', 10)), [reads(10, 9), setBy(20, -3600), reads(-3570, 11)], ['-3570 open -3570', '-3570 send a1']],
  [silent, [reads(1, 1), setBy(5, 3600), setBy(600, 3600)], []],
  [silent, [reads(1, 1), setBy(5, 3600), setBy(620, 3600)], ['4201 open 4201', '4201 send a1']],
  [held, [reads(1, 11), restarted(900), nowAt(900)].slice(0, 2), []],
  [
    held,
    [reads(1, 11), restarted(900), reads(901, 11), reads(1499, 11), reads(1500, 11)],
    ['1500 open 900', '1500 send a1'],
  ],
  [silent, [reads(1, 1), restarted(900), { ...restarted(900), on: at(919) }, reads(919.5, 1)], []],
  [silent, [reads(1, 1), restarted(900), { ...restarted(900), on: at(921) }], ['920 open 601', '920 send a1']],
  [judged({ actions: [action(1, 0), action(2, 10)] }), [reads(10, 11), restarted(900)], [...once, '900 send a2']],
])

test('a silence goes on over a restart, though a reading from before it is handed in only then', () => {
  const idle = step(silent, newState(silent, nowAt(0)), [], nowAt(0)).state
  const quiet = step(silent, idle, [], nowAt(700)).state
  const started = step(silent, quiet, [reads(50, 1)], restarted(900))
  assert.deepEqual([started.effects, started.state.episode?.closedOn], [[], null])
  const { effects } = step(silent, started.state, [reads(901, 1)], { ...restarted(900), on: at(902) })
  assert.deepEqual(
    effects.map(({ kind }) => kind),
    ['detail', 'close'],
  )
})

test('a line that flaps ten times a second tells once, and its log has an end', () => {
  const flaps = Array.from({ length: 36_000 }, (_, place) => reads(1 + place / 10, place % 2 === 0 ? 11 : 9))
  const lines = history(judged({ holdOffSec: 60 }), flaps, () => true)
  assert.deepEqual(
    lines.filter((line) => line.includes('send')),
    ['1 send a1'],
  )
  assert.equal(lines.length, 103)
})

test('however a line flaps, between two messages it was well for long enough', () => {
  const isSpaced = (gaps: readonly number[]): void => {
    let sec = 0
    const flaps = gaps.map((gap, place) => reads((sec += gap), place % 2 === 0 ? 11 : 9))
    const sent = history(judged({ holdOffSec: 60 }), flaps).filter((line) => line.includes('send'))
    const times = sent.map((line) => Number.parseFloat(line))
    for (const [place, time] of times.entries()) assert.ok(place === 0 || time - (times[place - 1] ?? 0) > 60)
  }
  fc.assert(fc.property(fc.array(fc.constantFrom(1, 20, 59, 60, 61, 90), { maxLength: 40 }), isSpaced))
})

test('facts of one step are taken in the order of their times', () => {
  const alert = judged()
  const fresh = step(alert, newState(alert, nowAt(0)), [], nowAt(0)).state
  const facts = [reads(20, 9), reads(10, 11)]
  const { effects, state } = step(alert, fresh, facts, nowAt(30))
  assert.deepEqual(effects.map(short), [
    '10 open 10',
    '10 triggered 1',
    '10 send a1',
    '20 cleared 1',
    '20 close resolved 20',
  ])
  const again = step(alert, state, facts, nowAt(40))
  assert.equal(again.state, state)
  assert.deepEqual(again.effects, [])
})

test('a state tells when to look again, whether it must be stored, and where the alert stands', () => {
  const alert = judged({ conditions: [condition('g', 10, { holdSec: 20 })], holdOffSec: 60 })
  const idle = step(alert, newState(alert, nowAt(0)), [reads(1, 9)], nowAt(1))
  assert.equal(idle.state.wakeOn, null)
  const same = step(alert, idle.state, [reads(2, 8)], nowAt(2))
  assert.equal(same.isWorthStoring, false)
  const pending = step(alert, same.state, [reads(3, 11)], nowAt(3))
  assert.equal(pending.isWorthStoring, true)
  assert.equal(pending.state.wakeOn, at(33))
  const active = step(alert, pending.state, [], nowAt(33))
  const recovering = step(alert, active.state, [reads(40, 9)], nowAt(40))
  assert.equal(recovering.state.wakeOn, at(100))
  const over = step(alert, recovering.state, [], nowAt(100))
  const phases = [idle, pending, active, recovering, over].map(({ state }) => phaseOf(state))
  assert.deepEqual(phases, ['idle', 'pending', 'active', 'recovering', 'idle'])
})
