import type { Database } from '@busbar/database'
import type { GatewayReports } from './gateways/gateway-reports.ts'

/** Parts of the service that the handlers of this folder use. */
export interface FieldNeeds {
  db: Database
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** What gateways tell of themselves. */
  gatewayReports: Pick<GatewayReports, 'refresh' | 'connectionTo' | 'requestUpdate'>
}
