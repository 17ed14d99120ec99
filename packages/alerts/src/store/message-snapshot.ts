import type { Alert, Condition, Flapping, JudgedAlert } from '../alert.ts'
import type { AlertState, OccurrenceState } from '../alert-state.ts'
import { changeOf } from '../engine/extremes.ts'
import { isSilent } from '../engine/hold.rules.ts'
import type { HoldReason } from '../holds.ts'

/** Content of a message when it became due. Times are milliseconds since 1970. */
export interface MessageSnapshot {
  name: string
  logAs: Alert['logAs']
  conditionLogic: Alert['conditionLogic']
  startedOn: number
  confirmed: { on: number; from: string; comment: string | null } | null
  /** Null while it is not over. */
  resolvedOn: number | null
  /** How many times further conditions had been taken up by then. */
  additions: number
  conditions: readonly SnapshotCondition[]
  /** Parameters by ID; deleted ones are missing. */
  params: Readonly<Record<number, SnapshotParam>>
  /** The network behind whose outage it stands: messages about that are merged. Null: none. */
  outage: { netId: number; net: string } | null
  /** The alert flaps, or is steady again; null where the message is about its state alone. */
  flapping?: (Flapping & { isSteady: boolean }) | null
  /** Why it was not told when it was due; null: it was. */
  held: { why: HoldReason; name: string | null; on: number; till: number } | null
}

interface SnapshotCondition {
  paramId: number
  kind: Condition['kind']
  /** The limit, and so on. */
  limit: number
  holdSec: number
  isTriggered: boolean
  /** The newest good value, with its time. */
  value: number | null
  readOn: number
  /** Why there was none after it. */
  reason: string | null
  /** For `change-over`, the rise within `holdSec`, or the fall as a negative number. Null: unknown. */
  change: number | null
  /** True if the condition became true after the first message and caused this one. */
  isAlso: boolean
}

interface SnapshotParam {
  /** Name with device, label and unit. */
  fullName: string
  unitName: string | null
  precision: number | null
}

/** The one reason that is the network's and not the device's. */
const netReason = 'NoConnection'

/**
 * The network behind whose outage an alert stands, or null. Where any condition is enough, all that count now must be the silence of
 * networks that are out: a value that went too far is news of its own. Where all are needed, one that waited for the silence is enough.
 */
export const outageNetIdOf = (alert: JudgedAlert, { conditions, nets }: AlertState): number | null => {
  if (!alert.isOutageHeldBack) return null
  const states = new Map(conditions.map((state) => [state.id, state]))
  const outageNetIds = alert.conditions.flatMap(({ id, kind, paramId }) => {
    const state = states.get(id)
    if (!state?.isTriggered) return []
    const netId = alert.params.get(paramId)?.netId
    const isOfSilence = kind === 'reading-error' || kind === 'no-data'
    if (!isOfSilence || netId === undefined) return [null]
    return [nets[netId]?.isConnected === false || state.reason === netReason ? netId : null]
  })
  const isOfOther = alert.conditionLogic === 'any' && outageNetIds.includes(null)
  return isOfOther ? null : (outageNetIds.find((netId) => netId !== null) ?? null)
}

/** Returns the content of a message about the alert's current state. */
export function snapshotOf(
  alert: JudgedAlert,
  state: AlertState,
  also: readonly number[] = [],
): Omit<MessageSnapshot, 'params' | 'outage'> {
  const { name, logAs, conditionLogic } = alert
  const { episode } = state
  const states = new Map(state.conditions.map((one) => [one.id, one]))
  const conditions = alert.conditions.map(({ id, paramId, kind, value: limit, holdSec }) => {
    const one = states.get(id)
    const { isTriggered = false, value = null, goodOn: readOn = 0, reason = null } = one ?? {}
    const change = kind === 'change-over' && one ? changeOf(one) : null
    return { paramId, kind, limit, holdSec, isTriggered, value, readOn, reason, change, isAlso: also.includes(id) }
  })
  return {
    name,
    logAs,
    conditionLogic,
    startedOn: episode?.startedOn ?? state.on,
    confirmed: episode?.confirmed ?? null,
    resolvedOn: (episode?.closedOn ?? null) === null ? null : (episode?.clearedOn ?? null),
    additions: episode?.additions ?? 0,
    conditions,
    held: lastHoldOf(episode),
  }
}

/** The latest time that messages about it waited. */
function lastHoldOf(episode: OccurrenceState | null): MessageSnapshot['held'] {
  const { hold = null } = episode ?? {}
  return hold === null || hold.till === null || isSilent(hold) ? null : { ...hold, till: hold.till }
}
