import type { Database } from '@busbar/database'
import type { GatewayReports } from './gateways/gateway-reports.ts'

/** Parts of the service that the handlers of this folder use. */
export interface FieldNeeds {
  db: Database
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Reports of gateways about themselves. */
  gatewayReports: Pick<GatewayReports, 'refresh' | 'connectionTo' | 'requestUpdate'>
}
