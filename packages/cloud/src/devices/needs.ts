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
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Encrypts stored secrets. */
  secrets: Secrets
  templateAlerts: TemplateAlerts
  guesses: GuessLimits
  /** Cached trees of networks, devices and parameters. */
  trees: { tree(sql: Queries, orgId: number): Promise<JsonText> }
  /** True if gateways without a key may be bound. */
  isKeylessAllowed: boolean
}

export type DeviceCall<Kind extends CallKind> = DeviceNeeds & Call<Kind>
