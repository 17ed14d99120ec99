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
  /** Monotonic clock for limits and lifetimes. */
  clock: Clock
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  sessions: Sessions
  orgRoles: RoleCache
  guesses: GuessLimits
  /** Connections to networks, including those of other nodes; undefined for a disabled network. */
  field: { link(netId: number): NetLink | undefined }
  /** Networks of other nodes; null for a single service. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  /** Counts exchanges on the lines and streams them to viewers. */
  diagnosis: Diagnosis
  raw: RawField
  realtime: Realtime
  scans: Scans
  /** Scans of other nodes; null for a single service. */
  remoteScans: Pick<RemoteScans, 'ask'> | null
  writing: Writing
  /** Records the outcomes of commands. */
  outcomes: CommandOutcomes
}

export type CommandCall<Kind extends CallKind> = CommandNeeds & Call<Kind>
