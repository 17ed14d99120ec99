import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { History } from '@busbar/readings'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Alerting } from './alerting.ts'

/** Parts of the service that the handlers of this folder use. */
export interface AlertingNeeds {
  db: Database
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  history: History
  alerting: Alerting
}

export type AlertingCall<Kind extends CallKind> = AlertingNeeds & Call<Kind>
