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
   * Distance that a value must return beyond the limit before the condition ends; 0: any. For `eq` and `neq`, the
   * distance from `value` that still counts as equal.
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
  /** Parameter and value that `write-param` writes: a decimal with all its digits, or the text of a text parameter. */
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

/** The definition of an alert, as users edit it. */
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
  /**
   * Time for which no condition may be met before the alert resolves. A condition that returns earlier continues the
   * same alert event.
   */
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

/** Default and limits of the flapping settings. */
export const flappingDefault: Flapping = { changes: 6, minutes: 10 }
export const flappingLimits = { changes: [3, 20], minutes: [1, 1440] } as const

/** Facts about a condition's parameter that the engine needs. */
export interface AlertParam {
  netId: number
  /** Poll period of the device. */
  periodSec: number
}

/** An alert with all that its judging depends on. A new value after each change of any of it, with another `revision`. */
export interface JudgedAlert extends Alert {
  /** Any number that differs from that before the change. */
  revision: number
  /** Facts about every parameter in `conditions`. */
  params: ReadonlyMap<number, AlertParam>
  /** The quiet times of networks that have any. */
  nets: ReadonlyMap<number, QuietTimes>
  /** Planned windows that cover it, or some of its conditions. */
  maintenance: readonly CoveringWindow[]
  /** While any of it is active, messages wait. */
  dependsOn: readonly Dependency[]
  /** True if the organization delays and merges messages behind a network outage. */
  isOutageHeldBack: boolean
  /** True if the alert has an escalation policy. */
  isEscalated?: boolean
  /** True if members receive push messages; alerts have no setting for it. */
  isPushed?: boolean
}

/** Pseudo action IDs of push messages to members; real actions never have them. */
export const pushIds = { active: 0, confirmed: -1, resolved: -2 } as const
