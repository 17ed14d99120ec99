import type { Database, Tx } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Poller } from '@busbar/polling'
import type { ClockWatch, History, RecordedPoll } from '@busbar/readings'
import type { RoleCache } from '../accounts/access/role-cache.ts'
import type { ShareLinks } from '../accounts/access/share-links.ts'
import type { Call, CallKind } from '../accounts/call.ts'
import type { Sessions } from '../accounts/sessions/session-store.ts'
import type { Diagnosis } from '../field/diagnosis/diagnosis.ts'
import type { NetLink } from '../field/link/net-link.ts'
import type { AnswerLimits } from '../fields/answer-limits.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { RemoteNets } from '../nodes/remote/remote-nets.ts'
import type { BoundedWorker } from '../server/bounded-worker.ts'
import type { ParseJob, ParseResult } from './import/parse-readings-job.ts'

/** Requests that stored energy is recalculated, in the transaction that changes readings. */
export interface EnergyMarks {
  /** For polls that are recorded. */
  inRecordingTx(tx: Tx, polls: readonly RecordedPoll[]): Promise<void>
  /** For whole days of parameters. */
  markDaysInTx(tx: Tx, orgId: number, days: readonly { paramId: number; day: number }[]): Promise<void>
}

/** Parts of the service that the handlers of this folder use. */
export interface HistoryNeeds {
  db: Database
  /** Monotonic clock for limits and lifetimes. */
  clock: Clock
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Public key of the installation for gateways; null if the private key cannot be decrypted. */
  publicKey: Uint8Array | null
  sessions: Sessions
  orgRoles: RoleCache
  shareLinks: ShareLinks
  limits: AnswerLimits
  /** Parses imported files in a worker thread. */
  readingsParser: BoundedWorker<ParseJob, ParseResult>
  /** URL of the service in links, without a trailing slash. */
  publicUrl: string
  history: History
  energy: EnergyMarks
  /** Detects implausible wall clock times. */
  clockWatch: ClockWatch
  /** Connections to networks, including those of other nodes; undefined for a disabled network. */
  field: { link(netId: number): NetLink | undefined }
  /** Networks of other nodes; null for a single service. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  live: LiveHub
  /** Counts exchanges on the lines and streams them to viewers. */
  diagnosis: Diagnosis
  /** Log of the service. */
  log: Pick<Log, 'info' | 'error'>
}

export type HistoryCall<Kind extends CallKind> = HistoryNeeds & Call<Kind>
