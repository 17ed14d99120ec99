import type { Action, Alert, Flapping, Stage } from './alert.ts'
import type { Dependency, HoldReason } from './holds.ts'

/** State of an alert, the facts that change it, and the resulting effects. Times are milliseconds since 1970. */

/** A decimal: a number is the shortest one that names it; those that a double does not hold are text, with all their digits. */
export type ReadValue = number | string

/** A parameter in one stored poll. Text values are null without a reason: they were read and have no number. */
export interface ReadingFact {
  kind: 'reading'
  paramId: number
  on: number
  value: ReadValue | null
  /** Why there is no value; one of the words of `Reason`. */
  reason: string | null
}

export interface NetFact {
  kind: 'net'
  netId: number
  on: number
  isConnected: boolean
}

/** State of an alert on which this one depends. */
interface ParentFact {
  kind: 'parent'
  alertId: number
  on: number
  isActive: boolean
}

/** The alert was seen. Changes nothing when none is active, or when it is confirmed already. */
export interface ConfirmFact {
  kind: 'confirm'
  on: number
  /** Which activation they have seen; the one of now unless said. */
  occurrence?: number | undefined
  /** How many additions of it they have seen; all that there are unless said. */
  additions?: number | undefined
  /** The name of the user, or the channel. */
  from: string
  comment: string | null
}

export type Fact = ReadingFact | NetFact | ParentFact | ConfirmFact

/** Result of an acknowledgement. `inactive`: there is nothing to acknowledge, or no longer. */
export type Confirmation = 'confirmed' | 'confirmed-before' | 'inactive'

/** The service's time when it judges. To judge no facts at a later one is a tick of the timer. */
export interface EvaluationTime {
  /**
   * Wall clock time; while polls wait to be recorded, the time of the oldest, because readings in a queue are not
   * missing.
   */
  on: number
  /** How far the wall clock is ahead of the monotonic one. A leap of it is a clock that was set, and not time that passed. */
  aheadMs: number
  /** When this run of the service began. The same throughout, even if the clock is set: by it a run is known. */
  runOn: number
}

export type EndKind = 'resolved' | 'disabled' | 'deleted'

/** A sentence of the log, before it is put in words. */
export type LogDetail =
  | { what: 'triggered' | 'cleared'; conditionId: number; paramId: number; value: number | null; reason: string | null }
  /** `conditions`: those that were true at that moment, where any of several is enough. */
  | { what: 'confirmed'; from: string; comment: string | null; conditions?: readonly ConditionKey[] }
  /** Conditions that became true after the others were confirmed. */
  | { what: 'unconfirmed'; conditions: readonly ConditionKey[] }
  /** `till`: not before then. */
  | { what: 'muted'; why: HoldReason; till: number; name?: string }
  | { what: 'unmuted' }
  /**
   * Values are too old to decide if the alert continues; `readOn` is the time of the oldest. The alert stays active
   * until `judged`, or until it resolves.
   */
  | { what: 'unjudged'; paramId: number; readOn: number }
  | { what: 'judged' }
  /** A step of the alert's policy notified recipients; steps and rounds count from 0, and `to` contains their names. */
  | { what: 'escalated'; round: number; step: number; to: readonly string[] }
  /** A contact has no channel left: outside their hours, or all have failed. */
  | { what: 'unreached'; contact: string; why: 'hours' | 'failed' }
  /** A message has not arrived after so long, and goes on being tried; `next`: the channel that is tried beside it, null where there is none. */
  | { what: 'late'; contact: string; type: Action['type']; sec: number; next: Action['type'] | null }
  /** A group, or a whole step where it is null, was not reached; unless it is the last, the next step follows at once. */
  | { what: 'nobody-reached'; group: string | null; step: number; isLast: boolean }
  | { what: 'escalation-ended'; rounds: number }
  /** Its state has changed so often that messages wait until it is steady for so long. */
  | { what: 'flapping'; changes: number; minutes: number }
  | { what: 'steady'; isActive: boolean }
  /** The log of this alert event has reached its limit. */
  | { what: 'full' }

export interface ConditionKey {
  conditionId: number
  paramId: number
}

/** `flapping`: the message that it is steady says it. `stage-passed`: nothing is sent any more. `muted`: it would have been due in quiet times, and cannot wait for their end. */
export type DropReason = 'stage-passed' | 'muted' | 'flapping'

/**
 * Effects that are stored with the state. `occurrence` numbers the alert events of an alert from 1: with the alert's ID
 * it permanently identifies a log record, and with the item's `key` and `nth` a notification. An alert without a log
 * has `notify` and `drop` only.
 */
export type Effect =
  /** `sinceOn`: from when its conditions were so; `startedOn`: when they had been for long enough. */
  | { kind: 'open'; occurrence: number; on: number; startedOn: number; sinceOn: number; logAs: Alert['logAs'] }
  | { kind: 'detail'; occurrence: number; on: number; detail: LogDetail }
  /** `resolvedOn`: when the last condition cleared; `on`: when it had been well for long enough. */
  | { kind: 'close'; occurrence: number; on: number; resolvedOn: number; how: EndKind }
  /**
   * `dueOn`: the planned time; `on`: the actual time, which is later after quiet times. `nth`: number of the message of
   * this item in the alert event, from 1. `also`: conditions that became true after the first message of the item and
   * caused this one. `parent`: the message names the alert that this one waits for.
   */
  | ({
      kind: 'notify'
      dueOn: number
      also?: readonly number[]
      parent?: Dependency
      flapping?: Flapping & { isSteady: boolean }
    } & ItemEffect)
  | ({ kind: 'drop'; why: DropReason } & ItemEffect)

interface ItemEffect {
  occurrence: number
  on: number
  key: ItemKey
  nth: number
  stage: Stage
}

/**
 * Key of an action (`a7`) or a follow-up (`f7`), of the notice that the alert waits for another one (`p7`), that it
 * flaps (`w7`), or that it is stable again (`s7`).
 */
export type ItemKey = `${'a' | 'f' | 'p' | 'w' | 's'}${number}`

export const stateVersion = 1

/** How one condition stands. Names are short where they are stored for each reading. */
export interface ConditionState {
  id: number
  /** The time of the newest outcome that was judged; older ones are late. 0: none yet. */
  seenOn: number
  /** The newest good value, or the double nearest to it; null: there is none. */
  value: number | null
  /** When that was read; before the first, when the condition was made. Silence counts from then. */
  goodOn: number
  /** Why the newest outcome has no value, or null. */
  reason: string | null
  /** From when the condition has been so without a break; null when it is not. */
  sinceOn: number | null
  /** True once the condition has been met for its delay: then it counts. */
  isTriggered: boolean
  /** True if the newest result is a good value of this run; otherwise the delay does not progress. */
  isFresh: boolean
  /** Before this time nothing counts as silent: after a start, a poll needs time. */
  graceTill: number
  /** The highest and lowest of late, for `change-over`: times and values in turn. */
  highs?: readonly ReadValue[]
  lows?: readonly ReadValue[]
}

/** An alert event, from its start until its last follow-up is sent or dropped. */
export interface OccurrenceState {
  no: number
  startedOn: number
  sinceOn: number
  isLogged: boolean
  confirmed: { on: number; from: string; comment: string | null } | null
  /** From when all is well again; null while it is not. */
  clearedOn: number | null
  /** When it was closed; null while it is not. Only follow-ups are left then. */
  closedOn: number | null
  /** While it is quiet, when to look again whether it still is; null while it is not. */
  mutedTill: number | null
  /** True once a recipient was notified. */
  isTold?: boolean
  /** The latest time that messages waited: why, under which name, since when, and until when; null: they still do. */
  hold?: { why: HoldReason; name: string | null; on: number; till: number | null } | null
  /** True while values are too old to decide if the alert continues. */
  isUnknown?: boolean
  /** How many changes of conditions the log has. */
  changes: number
  /** When each item is due; null: done with. */
  dues: Readonly<Partial<Record<ItemKey, number | null>>>
  /** How many messages came of an item, where that does not follow from `dues`. */
  sends?: Readonly<Partial<Record<ItemKey, number>>>
  /**
   * For alerts where any condition is enough: the conditions that were added to the event, by ID. Null while a
   * condition is true; otherwise the time since it is not.
   */
  seen?: Readonly<Record<number, number | null>>
  /** Conditions that each item has reported. */
  told?: Readonly<Partial<Record<ItemKey, readonly number[]>>>
  /** How often further conditions were taken up after the start. */
  additions?: number
}

/** How often an alert has changed of late. */
export interface FlapState {
  /** Times at which the alert fired or resolved, oldest first, within the flapping window. */
  changes: readonly number[]
  /** From when it flaps; null: it does not. */
  since: number | null
  /** True once its recipients were notified of the flapping. */
  isNotified: boolean
}

/** All that is kept of an alert between two steps: plain JSON. */
export interface AlertState {
  version: typeof stateVersion
  /** Revision of the alert at the last evaluation. */
  revision: number
  /** The time to which it was brought: it never goes back, unless the clock does. */
  on: number
  aheadMs: number
  runOn: number
  /** As `runOn`, by the clock as it is now. Readings before it say nothing about what is now. */
  freshFrom: number
  /** In the order of the alert's. */
  conditions: readonly ConditionState[]
  /** Connection state of each network with a known state. */
  nets: Readonly<Record<number, { on: number; isConnected: boolean }>>
  /** Alerts that this one depends on and that were ever active, by ID, with the time of their last change. */
  parents?: Readonly<Record<number, { on: number; isActive: boolean }>>
  /** The latest; null before the first. */
  episode: OccurrenceState | null
  flap?: FlapState | null
  /** When to judge again if no fact comes before; null: only then. */
  wakeOn: number | null
}

/** `recovering`: all is well, and not yet for long enough. Confirmation stands beside, in the occurrence. */
export type Phase = 'idle' | 'pending' | 'active' | 'recovering'

export interface Transition {
  state: AlertState
  effects: readonly Effect[]
  /** The clock was set while this occurrence was open: what its record has moves along. Comes before the effects. */
  shifted: { occurrence: number; byMs: number } | null
  /**
   * True if more has changed than the last seen readings. A store may skip other states if it supplies, after each
   * start, the last good reading of each parameter and a later failure: none counts twice.
   */
  isWorthStoring: boolean
}
