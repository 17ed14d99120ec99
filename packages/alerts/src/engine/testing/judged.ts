import type { Alert, Condition, ConditionKind, JudgedAlert } from '../../alert.ts'
import type { AlertState, EvaluationTime, Fact, Phase, ReadValue } from '../../alert-state.ts'

/** Milliseconds since 1970 of the moment at which tests begin. */
export const t0 = Date.UTC(2026, 10, 16, 9, 0, 0)

export const at = (sec: number): number => t0 + sec * 1000

/** A clock that was never set, in a run that began with the test. */
export const nowAt = (sec: number): EvaluationTime => ({ on: at(sec), aheadMs: 0, runOn: t0 })

export const condition = (kind: ConditionKind, value: number, more: Partial<Condition> = {}): Condition => ({
  id: 1,
  paramId: 1,
  kind,
  value,
  holdSec: 0,
  deadband: 0,
  ...more,
})

/** An alert on parameters 1 and 2 in network 1, and 3 in network 2. */
export const judged = (change: Partial<JudgedAlert & Alert> = {}): JudgedAlert => ({
  orgId: 1,
  id: 1,
  name: 'Boiler',
  conditionLogic: 'any',
  logAs: 'warning',
  conditions: [condition('g', 10)],
  actions: [{ id: 1, timeoutMinutes: 0, type: 'email', recepient: 'a@example.com', paramId: null, value: null }],
  followUps: [],
  isEnabled: true,
  holdOffSec: 0,
  // Long enough that values never expire in other tests.
  maxAgeSec: 604_800,
  mute: null,
  activeHours: null,
  windows: [],
  maintenance: [],
  dependsOn: [],
  revision: 1,
  params: new Map([
    [1, { netId: 1, periodSec: 10 }],
    [2, { netId: 1, periodSec: 10 }],
    [3, { netId: 2, periodSec: 60 }],
  ]),
  nets: new Map(),
  isOutageHeldBack: true,
  ...change,
})

export const reads = (sec: number, value: ReadValue, paramId = 1): Fact => ({
  kind: 'reading',
  paramId,
  on: at(sec),
  value,
  reason: null,
})

export const fails = (sec: number, reason: string, paramId = 1): Fact => ({
  kind: 'reading',
  paramId,
  on: at(sec),
  value: null,
  reason,
})

/** The state of an alert in one word. */
export function phaseOf({ episode: occurrence, conditions }: AlertState): Phase {
  if (occurrence && occurrence.closedOn === null) return occurrence.clearedOn === null ? 'active' : 'recovering'
  return conditions.some(({ sinceOn }) => sinceOn !== null) ? 'pending' : 'idle'
}
