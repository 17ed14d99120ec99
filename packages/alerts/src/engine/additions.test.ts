import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FollowUp, JudgedAlert } from '../alert.ts'
import type { AlertState, Fact } from '../alert-state.ts'
import { newState, step } from './step.ts'
import { at, condition, judged, nowAt, reads } from './testing/judged.ts'
import { history, once, rows, short, two } from './testing/rows.ts'

const confirm = (sec: number, additions?: number): Fact => ({
  kind: 'confirm',
  on: at(sec),
  from: 'Olha',
  comment: null,
  additions,
})
const action = (id: number, timeoutMinutes: number, type: FollowUp['type'] = 'sms') => ({
  id,
  timeoutMinutes,
  type,
  recepient: '+380441234567',
  paramId: null,
  value: null,
})
const followUp = (id: number, timeoutMinutes: number, stage: FollowUp['stage']): FollowUp => ({
  ...action(id, timeoutMinutes),
  stage,
})
/** Hot: parameter 1 above 10. Empty: parameter 3 below 5. */
const any = (change: Partial<JudgedAlert> = {}): JudgedAlert => judged({ conditions: two, ...change })
const staged = any({
  actions: [action(1, 0), action(2, 10)],
  followUps: [followUp(1, 0, 'confirmed'), followUp(2, 5, 'not-confirmed'), followUp(3, 0, 'resolved')],
})
const [hot, cool] = [(sec: number) => reads(sec, 11), (sec: number) => reads(sec, 9)]
const [empty, full] = [(sec: number) => reads(sec, 4, 3), (sec: number) => reads(sec, 6, 3)]

rows('where any condition is enough, a further one is told to those who were told of the first', [
  [any(), [hot(10), empty(20)], [...once, '20 send a1-2 also 2']],
  // A later recipient is notified of both conditions.
  [
    any({ actions: [action(1, 0), action(2, 1)] }),
    [hot(10), empty(20), nowAt(99)],
    [...once, '20 send a1-2 also 2', '70 send a2'],
  ],
  // Both at once are one message.
  [any(), [{ ...hot(10) }, nowAt(11)], once],
  [any({ conditionLogic: 'all' }), [hot(10), empty(20), nowAt(99)], ['20 open 20', '20 send a1']],
  // A write is executed once.
  [any({ actions: [action(1, 0, 'write-param')] }), [hot(10), empty(20)], once],
])

rows('a confirmation of the first is none of the second: reminders and escalation go on', [
  [
    staged,
    [hot(10), confirm(70), empty(100), nowAt(1000)],
    [
      ...once,
      '70 confirmed 1',
      '70 drop a2 stage-passed',
      '70 drop f2 stage-passed',
      '70 send f1',
      '100 unconfirmed 2',
      '100 send a1-2 also 2',
      '400 send f2-2',
      '700 send a2-2',
    ],
  ],
  [
    staged,
    [hot(10), confirm(70), empty(100), confirm(110), nowAt(1000)].slice(0, 4),
    [
      ...once,
      '70 confirmed 1',
      '70 drop a2 stage-passed',
      '70 drop f2 stage-passed',
      '70 send f1',
      '100 unconfirmed 2',
      '100 send a1-2 also 2',
      '110 confirmed 1,2',
      '110 drop a2-2 stage-passed',
      '110 drop f2-2 stage-passed',
      '110 send f1-2',
    ],
  ],
  // Recipients of the unacknowledged first condition are notified of the second at once, and again while it is not
  // acknowledged.
  [
    any({ followUps: [followUp(2, 1, 'not-confirmed')] }),
    [hot(10), nowAt(70), confirm(80), empty(100), nowAt(1000)],
    [
      ...once,
      '70 send f2',
      '80 confirmed 1',
      '100 unconfirmed 2',
      '100 send a1-2 also 2',
      '100 send f2-2 also 2',
      '160 send f2-3',
    ],
  ],
])

rows('a condition that flaps is told once, and again only when it returns after a confirmation', [
  [any(), [hot(10), empty(20), full(30), empty(40), full(50), empty(60)], [...once, '20 send a1-2 also 2']],
  [
    any(),
    [hot(10), empty(20), confirm(25), full(30), empty(40), full(50), empty(60)],
    [...once, '20 send a1-2 also 2', '25 confirmed 1,2', '40 unconfirmed 2', '40 send a1-3 also 2'],
  ],
  // Before it was well for as long as the alert asks for, it is still the same.
  [
    any({ holdOffSec: 60 }),
    [hot(10), empty(20), confirm(25), full(30), empty(40), full(50), empty(110)],
    [...once, '20 send a1-2 also 2', '25 confirmed 1,2', '110 unconfirmed 2', '110 send a1-3 also 2'],
  ],
  [any({ holdOffSec: 60 }), [hot(10), confirm(15), cool(20), hot(30)], [...once, '15 confirmed 1']],
  // The first condition ends, and a second one starts before the alert has resolved.
  [any({ holdOffSec: 60 }), [hot(10), cool(20), empty(30)], [...once, '30 send a1-2 also 2']],
])

const window = (from: number, till: number) => ({ activeHours: null, windows: [{ from: at(from), till: at(till) }] })
const quietTank = any({ nets: new Map([[2, window(0, 100)]]) })
rows('in quiet times a further condition is no news yet', [
  [
    quietTank,
    [hot(10), confirm(15), empty(20), nowAt(200)],
    [...once, '15 confirmed 1', '100 unconfirmed 2', '100 send a1-2 also 2'],
  ],
  [quietTank, [hot(10), confirm(15), empty(20), full(30), nowAt(200)], [...once, '15 confirmed 1']],
  [quietTank, [hot(10), empty(20), confirm(30), nowAt(200)], [...once, '30 confirmed 1,2']],
])

const planned = { id: 1, name: 'Service', reason: null, timeZone: 'UTC' }
const service = (paramIds: number[] | null) =>
  any({ maintenance: [{ ...planned, rule: { kind: 'once', from: at(12), till: at(100) }, paramIds }] })
const muted = any({ revision: 2, mute: { till: at(100), on: at(10), by: 'Olha', comment: null } })
const dependent = any({ dependsOn: [{ id: 50, name: 'Main breaker' }] })
const breaker = (sec: number, isActive: boolean): Fact => ({ kind: 'parent', alertId: 50, on: at(sec), isActive })
const afterwards = ['15 confirmed 1', '100 unconfirmed 2', '100 send a1-2 also 2']
rows('nor is it while messages wait for another reason', [
  [service(null), [hot(10), confirm(15), empty(20), nowAt(200)], [...once, ...afterwards]],
  [service([3]), [hot(10), confirm(15), empty(20), nowAt(200)], [...once, ...afterwards]],
  [
    service([1]),
    [hot(10), confirm(15), empty(20), nowAt(200)],
    [...once, '15 confirmed 1', '20 unconfirmed 2', '20 send a1-2 also 2'],
  ],
  [any(), [hot(10), muted, confirm(15), empty(20), nowAt(200)], [...once, ...afterwards]],
  [any(), [hot(10), muted, empty(20), full(30), nowAt(200)], once],
  // Unmuted before its time.
  [any(), [hot(10), muted, empty(20), nowAt(50), any({ revision: 3 }), nowAt(200)], [...once, '50 send a1-2 also 2']],
  [
    dependent,
    [hot(10), nowAt(45), breaker(50, true), empty(60), breaker(90, false), nowAt(300)],
    ['10 open 10', '40 send a1', '150 send a1-2 also 2'],
  ],
  // The first condition was not reported yet: both are reported at once.
  [
    dependent,
    [breaker(5, true), hot(10), empty(60), breaker(90, false), nowAt(300)],
    ['10 open 10', '10 muted', '10 send p1', '150 unmuted', '150 send a1'],
  ],
])

rows('who confirms what they have not seen confirms nothing', [
  [any(), [hot(10), empty(20), confirm(30, 0)], [...once, '20 send a1-2 also 2']],
  [any(), [hot(10), empty(20), confirm(30, 1)], [...once, '20 send a1-2 also 2', '30 confirmed 1,2']],
])

rows('what an edit finds to be true is no news; what becomes true later is', [
  [
    any({ conditions: [condition('g', 10)] }),
    [hot(10), confirm(15), any({ revision: 2 }), empty(20)],
    [...once, '15 confirmed', '20 unconfirmed 2', '20 send a1-2 also 2'],
  ],
  [
    any(),
    [
      hot(10),
      empty(20),
      any({ revision: 2, conditions: [two[0] ?? condition('g', 10), condition('l', 4.5, { id: 9, paramId: 3 })] }),
      empty(30),
    ],
    [...once, '20 send a1-2 also 2', '30 send a1-3 also 9'],
  ],
])

test('an alert that was active before an upgrade repeats no message, and reports a further condition', () => {
  const alert = any({ actions: [action(1, 0), action(2, 10)] })
  const idle = step(alert, newState(alert, nowAt(0)), [], nowAt(0)).state
  const both = step(alert, idle, [hot(10), empty(10)], nowAt(10)).state
  const first = step(alert, idle, [hot(10), confirm(15)], nowAt(20)).state
  const asBefore = ({ episode: occurrence, ...rest }: AlertState): AlertState => {
    assert.ok(occurrence)
    const { seen: _seen, told: _told, additions: _additions, sends: _sends, ...old } = occurrence
    return { ...rest, episode: old }
  }
  const after = (state: AlertState, facts: readonly Fact[], sec: number): string[] =>
    step(alert, asBefore(state), facts, nowAt(sec)).effects.map(short)
  assert.deepEqual(after(both, [full(20), empty(30)], 40), ['20 cleared 2', '30 triggered 2'])
  assert.deepEqual(after(first, [empty(30)], 40), ['30 triggered 2', '30 unconfirmed 2', '30 send a1-2 also 2'])
  const later = step(alert, asBefore(first), [empty(30)], nowAt(30)).state
  assert.deepEqual(step(alert, later, [], nowAt(700)).effects.map(short), ['630 send a2-2'])
})

test('however conditions flap, there is no more than one message for each condition and confirmation', () => {
  const flaps = Array.from({ length: 1000 }, (_, place) => (place % 2 === 0 ? empty(20 + place) : full(20 + place)))
  const sent = history(any(), [hot(10), ...flaps, confirm(1100), empty(1101), full(1102), empty(1103)])
  assert.deepEqual(
    sent.filter((line) => line.includes('send')),
    ['10 send a1', '20 send a1-2 also 2', '1101 send a1-3 also 2'],
  )
})
