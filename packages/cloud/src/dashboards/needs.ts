import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Poller } from '@busbar/polling'
import type { History } from '@busbar/readings'
import type { ShareLinks } from '../accounts/access/share-links.ts'
import type { Call, CallKind } from '../accounts/call.ts'
import type { CommandOutcomes } from '../commands/writing/command-outcomes.ts'
import type { Writing } from '../commands/writing/writing.ts'
import type { EnergyKeeper } from '../energy/stored/energy-keeper.ts'
import type { NetLink } from '../field/link/net-link.ts'
import type { AnswerLimits } from '../fields/answer-limits.ts'
import type { RemoteNets } from '../nodes/remote/remote-nets.ts'

/** Parts of the service that the handlers of this folder use. */
export interface DashboardNeeds {
  db: Database
  /** Monotonic clock for limits and lifetimes. */
  clock: Clock
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  shareLinks: ShareLinks
  /** Tile server for maps, and its attribution. */
  map: { tiles: string | null; attribution: string | null }
  limits: AnswerLimits
  /** URL of the service in links, without a trailing slash. */
  publicUrl: string
  history: History
  /** Stored energy of tree sensors. */
  energy: Pick<EnergyKeeper, 'catchUp' | 'inRecordingTx' | 'markDaysInTx'>
  /** Connections to networks, including those of other nodes; undefined for a disabled network. */
  field: { link(netId: number): NetLink | undefined }
  /** Networks of other nodes; null for a single service. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  writing: Writing
  /** Records the outcomes of commands. */
  outcomes: CommandOutcomes
  /** Log of the service. */
  log: Pick<Log, 'info' | 'error'>
}

export type DashboardCall<Kind extends CallKind> = DashboardNeeds & Call<Kind>
