import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { History } from '@busbar/readings'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Alerting } from './alerting.ts'

/** Parts of the service that the handlers of this folder use. */
export interface AlertingNeeds {
  db: Database
  /** Monotonic clock for limits and lifetimes. */
  clock: Clock
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  history: History
  alerting: Alerting
}

export type AlertingCall<Kind extends CallKind> = AlertingNeeds & Call<Kind>
