import type { Database } from '@busbar/database'
import type { DatabaseProbe } from '@busbar/database/health'
import type { Log } from '@busbar/kit/log'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Oidc } from '../accounts/oidc/oidc.ts'
import type { DeviceNeeds } from '../devices/needs.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { TrustedProxies } from '../server/client/client-address.ts'
import type { Installation } from './installation/installation.ts'

/** Parts of the service that the handlers of this folder use. */
export interface OperationNeeds extends DeviceNeeds {
  db: Database
  /** Checks whether the database responds. */
  answering: Pick<DatabaseProbe, 'ask' | 'within' | 'silentMs'>
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** OpenID Connect providers for sign-in. */
  oidc: Oidc
  /** Determines the client address behind trusted proxies. */
  proxies: TrustedProxies
  version: string
  nodes: Pick<Nodes, 'list' | 'drain' | 'report'> | null
  /** Status and operations of the installation. */
  installation: Installation
  /** Log of the service. */
  log: Pick<Log, 'info' | 'error'>
}

export type OperationCall<Kind extends CallKind> = OperationNeeds & Call<Kind>
