import type { ActionType } from './channels.ts'
import type { CoveringWindow, Dependency, Mute } from './holds.ts'

/** Words and shapes that judging, storing, the API and delivery of alerts share. Times are milliseconds since 1970. */

/**
 * `value` is the limit, or for `no-data` the seconds without a reading, for `bit-set` and `bit-clear` the number of the bit, for
 * `change-over` the change within `holdSec`. `reading-error` needs none.
 */
export const conditionKinds = [
  'g',
  'ge',
  'l',
  'le',
  'eq',
  'neq',
  'reading-error',
  'no-data',
  'bit-set',
  'bit-clear',
  'change-over',
] as const

/** `net-down` is for the service's own alert about a network: `value` is the network's id, and `paramId` is 0. */
export type ConditionKind = (typeof conditionKinds)[number] | 'net-down'

export interface Condition {
  /** Another one as soon as anything of the condition changes: by it the engine knows what it may go on with. */
  id: number
  paramId: number
  kind: ConditionKind
  value: number
  /** How long it must be so, without a break, before it counts; 0: at once. For `change-over`, the span of the change. */
  holdSec: number
  /**
   * How far back over the limit a value must go before the condition is over; 0: just back. For `eq` and `neq`, how far from `value`
   * still counts as equal.
   */
  deadband: number
}

export interface Action {
  id: number
  /** Counted from the start of its stage: from the start of the alert, its confirmation, its end. */
  timeoutMinutes: number
  type: ActionType
  /** As the wire spells it. */
  recepient: string | null
  /** What `write-param` writes, and where: a decimal with all its digits, or the text of a text parameter. */
  paramId: number | null
  value: string | null
}

/** `not-confirmed` is counted from the start of the alert, and falls away once it is confirmed. */
export const followUpStages = ['confirmed', 'not-confirmed', 'resolved'] as const

export interface FollowUp extends Action {
  stage: (typeof followUpStages)[number]
}

/** First actions are of the stage `active`. */
export type Stage = FollowUp['stage'] | 'active'

/** Part of the days of a week, by the clocks of a place. */
export interface ActiveHours {
  /** An IANA name: `Europe/Kyiv`. */
  timeZone: string
  /** In none of them: quiet. A span whose end is not after its beginning goes on over midnight. */
  spans: readonly {
    /** On which it begins; 1 is Monday, 7 is Sunday. */
    days: readonly number[]
    fromMinute: number
    /** Not part of it any more; 1440 is midnight. */
    tillMinute: number
  }[]
}

export interface MaintenanceWindow {
  from: number
  /** Not part of it any more. */
  till: number
}

/** When no messages are sent. Conditions are judged all the same. */
export interface QuietTimes {
  /** Null: all hours are. */
  activeHours: ActiveHours | null
  windows: readonly MaintenanceWindow[]
}

export const conditionLogics = ['all', 'any'] as const
export const logLevels = ['none', 'info', 'warning', 'failure', 'critical'] as const

/** What people set. */
export interface Alert extends QuietTimes {
  orgId: number
  id: number
  name: string
  conditionLogic: (typeof conditionLogics)[number]
  logAs: (typeof logLevels)[number]
  conditions: readonly Condition[]
  actions: readonly Action[]
  followUps: readonly FollowUp[]
  isEnabled: boolean
  /** How long all must be well before the alert is over. Until then it goes on, as the same one, when the trouble returns. */
  holdOffSec: number
  /** How old a value may be and still count; null: three periods of its device. */
  maxAgeSec: number | null
  mute: Mute | null
  /** From how many changes of its state within so many minutes on it flaps; null: it never does. */
  flapping?: Flapping | null
}

export interface Flapping {
  changes: number
  minutes: number
}

/** Where people say nothing else, and what they may say. */
export const flappingDefault: Flapping = { changes: 6, minutes: 10 }
export const flappingLimits = { changes: [3, 20], minutes: [1, 1440] } as const

/** What the engine must know of a condition's parameter. */
export interface AlertParam {
  netId: number
  /** Of its device. */
  periodSec: number
}

/** An alert with all that its judging depends on. A new value after each change of any of it, with another `revision`. */
export interface JudgedAlert extends Alert {
  /** Any number that differs from that before the change. */
  revision: number
  /** Of every parameter in `conditions`. */
  params: ReadonlyMap<number, AlertParam>
  /** The quiet times of networks that have any. */
  nets: ReadonlyMap<number, QuietTimes>
  /** Planned windows that cover it, or some of its conditions. */
  maintenance: readonly CoveringWindow[]
  /** While any of it is active, messages wait. */
  dependsOn: readonly Dependency[]
  /** Whether messages about what a network's outage silenced wait a moment and are merged: the organization's choice. */
  isOutageHeldBack: boolean
  /** Whether people are told step by step: it names a policy. */
  isEscalated?: boolean
  /** Whether members are told of it on their own devices; alerts have no setting for it. */
  isPushed?: boolean
}

/** What is pushed to the devices of members: by these ids as if they were actions, of which none has one. */
export const pushIds = { active: 0, confirmed: -1, resolved: -2 } as const
