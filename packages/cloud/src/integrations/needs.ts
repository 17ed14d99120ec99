import type { Database } from '@busbar/database'
import type { Poller } from '@busbar/polling'
import type { History } from '@busbar/readings'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { NetLink } from '../field/link/net-link.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { RemoteNets } from '../nodes/remote/remote-nets.ts'
import type { BoundedWorker } from '../server/bounded-worker.ts'
import type { Connectors } from './connectors.ts'
import type { ExpressionJob, ExpressionResult } from './prometheus/match-expressions.ts'

/** Parts of the service that the handlers of this folder use. */
export interface IntegrationNeeds {
  db: Database
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** Seals what is stored and used again. */
  secrets: Secrets
  /** Matches regular expressions of remote-read requests in a worker thread. */
  expressionMatcher: BoundedWorker<ExpressionJob, ExpressionResult>
  history: History
  /** The links to networks, also by way of other nodes; none for a network that is not to be reached. */
  field: { link(netId: number): NetLink | undefined }
  /** Where several services share the networks: those that others have, and the nodes themselves. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  nodes: Pick<Nodes, 'list' | 'drain' | 'report'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  /** What sends readings of organizations elsewhere. */
  connectors: Connectors
}

export type IntegrationCall<Kind extends CallKind> = IntegrationNeeds & Call<Kind>
