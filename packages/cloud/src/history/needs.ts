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
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** By which gateways know the installation; null where its private part cannot be opened. */
  publicKey: Uint8Array | null
  sessions: Sessions
  orgRoles: RoleCache
  shareLinks: ShareLinks
  limits: AnswerLimits
  /** Parses imported files in a worker thread. */
  readingsParser: BoundedWorker<ParseJob, ParseResult>
  /** How others reach the service, without a slash at the end: before every link that leaves it. */
  publicUrl: string
  history: History
  energy: EnergyMarks
  /** Whether the wall clock is believed. */
  clockWatch: ClockWatch
  /** The links to networks, also by way of other nodes; none for a network that is not to be reached. */
  field: { link(netId: number): NetLink | undefined }
  /** Where several services share the networks: those that others have, and the nodes themselves. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  live: LiveHub
  /** What went over the lines: counted, and shown to those who look. */
  diagnosis: Diagnosis
  /** For what belongs to no organization's records. */
  log: Pick<Log, 'info' | 'error'>
}

export type HistoryCall<Kind extends CallKind> = HistoryNeeds & Call<Kind>
