import type { Database, Queries } from '@busbar/database'
import type { DatabaseProbe } from '@busbar/database/health'
import type { Clock, RateLimit } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Poller } from '@busbar/polling'
import type { ClockWatch, History } from '@busbar/readings'
import type { JsonText } from '@busbar/wire/server'
import type { RoleCache } from '../accounts/access/role-cache.ts'
import type { Role } from '../accounts/access/roles.ts'
import type { ShareLinks } from '../accounts/access/share-links.ts'
import type { SharedAccess } from '../accounts/access/shared-contents.ts'
import type { Caller } from '../accounts/audit/record.ts'
import type { AccountMails } from '../accounts/mail/account-mails.ts'
import type { Oidc } from '../accounts/oidc/oidc.ts'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { Challenges } from '../accounts/second-factor/challenges.ts'
import type { GuessLimits } from '../accounts/sessions/guess-limits.ts'
import type { KnownDevices } from '../accounts/sessions/known-devices.ts'
import type { Passwords } from '../accounts/sessions/passwords.ts'
import type { Sessions } from '../accounts/sessions/session-store.ts'
import type { Alerting } from '../alerting/alerting.ts'
import type { Realtime } from '../commands/realtime/realtime.ts'
import type { CommandOutcomes } from '../commands/writing/command-outcomes.ts'
import type { Writing } from '../commands/writing/writing.ts'
import type { EnergyKeeper } from '../energy/stored/energy-keeper.ts'
import type { Diagnosis } from '../field/diagnosis/diagnosis.ts'
import type { GatewayReports } from '../field/gateways/gateway-reports.ts'
import type { NetLink } from '../field/link/net-link.ts'
import type { RawField } from '../field/raw/raw-field.ts'
import type { Scans } from '../field/scan/scans.ts'
import type { AnswerLimits } from '../fields/answer-limits.ts'
import type { Connectors } from '../integrations/connectors/connectors.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { RemoteNets } from '../nodes/remote/remote-nets.ts'
import type { RemoteScans } from '../nodes/remote/remote-scans.ts'
import type { Installation } from '../operations/installation/installation.ts'
import type { Admission } from '../server/admission/admission.ts'
import type { TrustedProxies } from '../server/client/client-address.ts'
import type { Cookies } from '../server/client/cookies.ts'
import type { Workers } from '../server/workers.ts'

/** What every request may use. */
export interface Service {
  db: Database
  /** Whether the database answers. */
  answering: Pick<DatabaseProbe, 'ask' | 'within' | 'silentMs'>
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  /** Seals what is stored and used again. */
  secrets: Secrets
  /** By which gateways know the installation; null where its private part cannot be opened. */
  publicKey: Uint8Array | null
  passwords: Passwords
  sessions: Sessions
  orgRoles: RoleCache
  shareLinks: ShareLinks
  guesses: GuessLimits
  /** Requests of API keys and share links: what was taken of each, and how many a minute a key has that has no limit of its own; 0 is none. */
  quotas: { taken: RateLimit<string>; perMinute: number }
  devices: KnownDevices
  challenges: Challenges
  /** Providers by which people may sign in. */
  oidc: Oidc
  /** Who asks, where proxies stand between. */
  proxies: TrustedProxies
  mails: AccountMails
  /** Sends reports by mail. */
  reportMailer: { readonly isOn: boolean; wake(): void }
  version: string
  /** Where browsers have pictures for maps from, and whose they are. */
  map: { tiles: string | null; attribution: string | null }
  limits: AnswerLimits
  /** Trees of organizations that were asked for. */
  trees: { tree(sql: Queries, orgId: number): Promise<JsonText> }
  /** How much is read at once, and whose turn it is. */
  admission: Admission
  /** Threads for untrusted input. */
  workers: Workers
  /** The installation lets gateways without a key be bound. */
  isKeylessAllowed: boolean
  /** Proves the right to make the first owner; null when there is one already. */
  setupCode: string | null
  /** How others reach the service, without a slash at the end: before every link that leaves it. */
  publicUrl: string
  history: History
  /** What the sensors of trees measured. */
  energy: Pick<EnergyKeeper, 'catchUp' | 'inRecordingTx' | 'markDaysInTx'>
  /** Whether the wall clock is believed. */
  clockWatch: ClockWatch
  /** The links to networks, also by way of other nodes; none for a network that is not to be reached. */
  field: { link(netId: number): NetLink | undefined }
  /** Where several services share the networks: those that others have, and the nodes themselves. */
  remoteNets: Pick<RemoteNets, 'states' | 'drop' | 'waiting' | 'counted'> | null
  nodes: Pick<Nodes, 'list' | 'drain' | 'report'> | null
  polling: Pick<Poller, 'deviceState' | 'netStatistics'>
  live: LiveHub
  /** What went over the lines: counted, and shown to those who look. */
  diagnosis: Diagnosis
  raw: RawField
  /** What gateways tell of themselves. */
  gatewayReports: Pick<GatewayReports, 'refresh' | 'connectionTo' | 'requestUpdate'>
  realtime: Realtime
  scans: Scans
  /** Those of all nodes; null where there is one only. */
  remoteScans: Pick<RemoteScans, 'ask'> | null
  writing: Writing
  /** Records what became of commands. */
  outcomes: CommandOutcomes
  alerting: Alerting
  /** What sends readings of organizations elsewhere. */
  connectors: Connectors
  /** What the administrator sees and does. */
  installation: Installation
  /** For what belongs to no organization's records. */
  log: Pick<Log, 'info' | 'error'>
}

/** What a handler gets besides its input. */
export interface Call extends Service {
  /** From which address. */
  from: string
  /** What program the caller says it is. */
  agent: string
  cookies: Cookies
  /** Says something beside the answer's body. */
  setHeader: (name: string, value: string) => void
  /** Aborted when the client disconnects before it has its answer. */
  clientSignal: () => AbortSignal
  /** The last event that a listener of a stream knows, when it was here before. */
  lastEventId: string | undefined
  /** The token of the session or the share link, where there is one. */
  token: string
  /** Of who comes by a share link and has no account; null for everybody else. */
  shared: SharedAccess | null
  /** Of an endpoint that needs a session. */
  caller: Caller
  /** Of an endpoint about an object: its organization, and the caller's role there. */
  orgId: number
  role: Role
}
