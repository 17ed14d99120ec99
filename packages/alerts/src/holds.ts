/** Why and until when messages of an alert wait. Times are milliseconds since 1970. */

/** When a maintenance window is, by the clocks of its organization. Minutes are those of a day; 1440 is midnight. */
export type WindowRule =
  /** A window whose end is not after its beginning goes on over midnight. Days are those on which it begins; 1 is Monday, 7 is Sunday. */
  | { kind: 'weekly'; days: readonly number[]; fromMinute: number; tillMinute: number }
  /** On the first to fourth such day of a month; -1: on the last. */
  | { kind: 'monthly'; nth: number; day: number; fromMinute: number; tillMinute: number }
  | { kind: 'once'; from: number; till: number }

export interface PlannedWindow {
  id: number
  name: string
  reason: string | null
  /** An IANA name: the organization's. */
  timeZone: string
  rule: WindowRule
}

/** A window with what it covers of an alert: conditions on these parameters, or null: the alert as a whole. */
export interface CoveringWindow extends PlannedWindow {
  paramIds: readonly number[] | null
}

/** No messages about an alert for a while, by request. */
export interface Mute {
  till: number
  on: number
  by: string
  comment: string | null
}

export const holdReasons = ['maintenance', 'hours', 'mute', 'dependency', 'flapping'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Why messages wait now. */
export interface Hold {
  why: HoldReason
  /** When to look again; later than now. */
  till: number
  /** Name of the maintenance window or of the dependency; null if it has none. */
  name: string | null
  /** Comment of the user. */
  reason: string | null
  by: string | null
  /** ID of the active cause: an alert, or a network as a negative number. */
  parentId?: number
}

/** A dependency of an alert: another alert, or the outage of a network as a negative ID. */
export interface Dependency {
  id: number
  name: string
}

/** Unknown until when. The latest time that there is: in JSON there is no infinity. */
export const openEnd = 8_640_000_000_000_000
