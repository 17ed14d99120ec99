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
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  shareLinks: ShareLinks
  /** Where browsers have pictures for maps from, and whose they are. */
  map: { tiles: string | null; attribution: string | null }
  limits: AnswerLimits
  /** How others reach the service, without a slash at the end: before every link that leaves it. */
  publicUrl: string
  history: History
  /** What the sensors of trees measured. */
  energy: Pick<EnergyKeeper, 'catchUp' | 'inRecordingTx' | 'markDaysInTx'>
  /** The links to networks, also by way of other nodes; none for a network that is not to be reached. */
  field: { link(netId: number): NetLink | undefined }
  /** Where several services share the networks: those that others have, and the nodes themselves. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  writing: Writing
  /** Records what became of commands. */
  outcomes: CommandOutcomes
  /** For what belongs to no organization's records. */
  log: Pick<Log, 'info' | 'error'>
}

export type DashboardCall<Kind extends CallKind> = DashboardNeeds & Call<Kind>
