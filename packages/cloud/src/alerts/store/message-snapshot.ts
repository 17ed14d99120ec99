import type { Alert, Condition } from '../alert.ts'
import type { HoldReason } from '../holds.ts'

/** What a message has to say, as it was when the message became necessary. Times are milliseconds since 1970. */
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
  /** By the parameter's id; those that are gone are missing. */
  params: Readonly<Record<number, SnapshotParam>>
  /** The network behind whose outage it stands: messages about that are merged. Null: none. */
  outage: { netId: number; net: string } | null
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
  /** Of `change-over`: by how much it rose within `holdSec`, or fell, with a minus. Null: nobody knows. */
  change: number | null
  /** Whether it is what the message is sent for: it became true after the first one was. */
  isAlso: boolean
}

interface SnapshotParam {
  /** With its device, label and unit. */
  fullName: string
  unitName: string | null
  precision: number | null
}
