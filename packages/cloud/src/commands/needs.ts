import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { Poller } from '@busbar/polling'
import type { RoleCache } from '../accounts/access/role-cache.ts'
import type { Call, CallKind } from '../accounts/call.ts'
import type { GuessLimits } from '../accounts/sessions/guess-limits.ts'
import type { Sessions } from '../accounts/sessions/session-store.ts'
import type { Diagnosis } from '../field/diagnosis/diagnosis.ts'
import type { NetLink } from '../field/link/net-link.ts'
import type { RawField } from '../field/raw/raw-field.ts'
import type { Scans } from '../field/scan/scans.ts'
import type { RemoteNets } from '../nodes/remote/remote-nets.ts'
import type { RemoteScans } from '../nodes/remote/remote-scans.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { CommandOutcomes } from './writing/command-outcomes.ts'
import type { Writing } from './writing/writing.ts'

/** Parts of the service that the handlers of this folder use. */
export interface CommandNeeds {
  db: Database
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  sessions: Sessions
  orgRoles: RoleCache
  guesses: GuessLimits
  /** The links to networks, also by way of other nodes; none for a network that is not to be reached. */
  field: { link(netId: number): NetLink | undefined }
  /** Where several services share the networks: those that others have, and the nodes themselves. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  /** What went over the lines: counted, and shown to those who look. */
  diagnosis: Diagnosis
  raw: RawField
  realtime: Realtime
  scans: Scans
  /** Those of all nodes; null where there is one only. */
  remoteScans: Pick<RemoteScans, 'ask'> | null
  writing: Writing
  /** Records what became of commands. */
  outcomes: CommandOutcomes
}

export type CommandCall<Kind extends CallKind> = CommandNeeds & Call<Kind>
