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
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Encrypts stored secrets. */
  secrets: Secrets
  /** Matches regular expressions of remote-read requests in a worker thread. */
  expressionMatcher: BoundedWorker<ExpressionJob, ExpressionResult>
  history: History
  /** Connections to networks, including those of other nodes; undefined for a disabled network. */
  field: { link(netId: number): NetLink | undefined }
  /** Networks of other nodes; null for a single service. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  nodes: Pick<Nodes, 'list' | 'drain' | 'report'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  /** Connectors that send readings to other programs. */
  connectors: Connectors
}

export type IntegrationCall<Kind extends CallKind> = IntegrationNeeds & Call<Kind>
