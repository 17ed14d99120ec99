import type { Database, Queries, Tx } from '@busbar/database'
import type { JsonText } from '@busbar/wire/server'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { GuessLimits } from '../accounts/sessions/guess-limits.ts'

/** Alerts that follow templates. They are updated in the transaction that changes devices or parameters, with the organization locked. */
interface TemplateAlerts {
  refresh(tx: Tx, orgId: number, deviceIds: readonly number[], now: Date): Promise<void>
}

/** Parts of the service that the handlers of this folder use. */
export interface DeviceNeeds {
  db: Database
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** Seals what is stored and used again. */
  secrets: Secrets
  templateAlerts: TemplateAlerts
  guesses: GuessLimits
  /** Trees of organizations that were asked for. */
  trees: { tree(sql: Queries, orgId: number): Promise<JsonText> }
  /** The installation lets gateways without a key be bound. */
  isKeylessAllowed: boolean
}

export type DeviceCall<Kind extends CallKind> = DeviceNeeds & Call<Kind>
