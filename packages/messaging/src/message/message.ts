import type { MessageType } from '@busbar/alerts/channels'
import type { Alert, ConditionKind, HoldReason, Stage } from '@busbar/alerts/model'
import type { UnreachedRecipient } from './snapshot.ts'

/** Languages of messages, by the API's names. */
export type Language = 'en' | 'pl' | 'ru' | 'ua'

/** Maximum length of the template of a webhook's body. */
export const webhookBodyCharsMax = 8000

/** Subject of one condition. Names are texts of users, which are cleaned and escaped where they are shown. */
export interface PartCondition {
  net: string | null
  /** Null for the service's own alert, which means a network as a whole. */
  device: string | null
  param: string | null
  kind: ConditionKind
  limit: number
  /** For `change-over`, the time span of the change. */
  holdSec: number
  value: number | null
  unit: string | null
  /** Digits after the point; null: as many as there are. */
  precision: number | null
  /** Why there is no value; null where there is one. */
  reason: string | null
  /** For `change-over`, the size of the rise, or of the fall as a negative number; null: unknown. */
  change: number | null
  /** True if the condition became true after the first message, and caused this one. */
  isAlso: boolean
}

/** Content of a message about a budget; amounts and costs are decimals as text. */
export interface BudgetNotice {
  news: 'forecast' | 'exceeded'
  treeId: string
  /** The tree, and the branch of it. */
  place: string
  /** Such as `2026-11`. */
  month: string
  plan: string
  soFar: string | null
  expected: string | null
  percent: number
  unit: string
}

/** All that a message says. Times are milliseconds since 1970. */
export interface Snapshot {
  alertName: string
  orgName: string
  /** Instructions of the alert; null if it has none. */
  description: string | null
  logAs: Alert['logAs']
  /** From when its conditions were so. */
  sinceOn: number
  resolvedOn: number | null
  confirmed: { on: number; from: string; comment: string | null } | null
  /** Why, under which name, from when and until when it was held back; null: it was not. */
  held: { why: HoldReason; name: string | null; on: number; till: number } | null
  /** The alert flaps, or is steady again; null: neither. */
  flapping?: { changes: number; minutes: number; isSteady: boolean } | null
  /** Present if the message concerns an energy budget and no alert. */
  budget?: BudgetNotice | null
  /** Triggered conditions; all conditions once the alert has resolved. */
  conditions: readonly PartCondition[]
  language: Language
  /** IANA name of the time zone of all times. */
  timeZone: string
}

/** A message that had not left when a later one about the same alert did, and went along with it. */
export interface EarlierMessage {
  id: number
  episode: number
  stage: Stage
  dueOn: Date
}

/** A message that this node has taken. */
export interface Message {
  orgId: number
  id: number
  /** Negative: the service's own alert about that network. 0: a message that combines several. */
  alertId: number
  episode: number
  /** Names it within its occurrence. */
  item: string
  stage: Stage
  type: MessageType
  recepient: string
  paramId: number | null
  value: string | null
  /** One part for each alert of the message, up to a readable number. */
  parts: readonly MessagePart[]
  /** Unsent earlier messages that this one replaces with a newer state. */
  earlier: readonly EarlierMessage[]
  /** When it was due, where that is long ago; null: it is in time, or made of several. */
  lateFrom: number | null
  /** The network whose outage is behind all of it; null: a digest, or a message about one alert. */
  outage: string | null
  /** True if `outage` is the name of an alert that others depend on, not of a network. */
  isOfParent: boolean
  /** How many there would be. */
  partCount: number
  /** When it was to be sent; the same at every attempt. */
  dueOn: number
  /** How often it was taken, this time included. By it a node knows that the message is still its own. */
  attempts: number
  /** Outcome of the last attempt. */
  reason: string | null
  /** Opens the page on which the alert is confirmed; null where there is none. */
  confirmUrl: string | null
}

/** Content of a message about one alert. */
export interface MessagePart {
  messageId: number
  alertId: number
  stage: Stage
  snapshot: Snapshot
  /** Recipient that another message did not reach; without it, the message reports the alert itself. */
  unreached?: UnreachedRecipient | null
}

/**
 * `isFinal`: no other attempt would come to anything else. `isUnclear`: it may have arrived all the same, as there was no answer, or
 * (`isAnswered`) one that says nothing but that an error occurred. `waitMs`: no other attempt is wanted before.
 */
export type DeliveryResult =
  | { ok: true }
  | { err: string; isFinal: boolean; isUnclear: boolean; isAnswered?: true; waitMs?: number }

/**
 * The effect of another attempt when the previous outcome is unclear. `harmless`: the message may arrive twice, with
 * the same ID. `known`: the provider recognizes the ID and sends once. `asked`: the provider is queried first, and
 * receives the message again only if it has none.
 */
export type RetrySafety = 'harmless' | 'known' | 'asked' | 'never'

/** A channel. It does not throw: what went wrong is an answer. */
export interface Channel {
  readonly repeat: RetrySafety
  send(message: Message): Promise<DeliveryResult>
}

/** How an attempt went wrong. */
type DeliveryFailure = Extract<DeliveryResult, { err: string }>

export const refused = (err: string): DeliveryFailure => ({ err, isFinal: true, isUnclear: false })
export const failed = (err: string): DeliveryFailure => ({ err, isFinal: false, isUnclear: false })
export const unclear = (err: string): DeliveryResult => ({ err, isFinal: false, isUnclear: true })
/** An error was answered behind which the work may have been done. */
export const errorAnswered = (err: string): DeliveryResult => ({
  err,
  isFinal: false,
  isUnclear: true,
  isAnswered: true,
})
