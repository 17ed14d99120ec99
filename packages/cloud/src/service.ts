import type { Clock } from '@busbar/modbus'
import type { GuessLimits } from './access/guess-limits.ts'
import type { Passwords } from './access/passwords.ts'
import type { Role } from './access/roles.ts'
import type { Sessions } from './access/sessions.ts'
import type { Standings } from './access/standings.ts'
import type { Database } from './db/open.ts'

/** What every request may use. */
export interface Service {
  db: Database
  /** Milliseconds that never go back, for limits and lifetimes. */
  clock: Clock
  /** The time of day, for what is stored and shown. */
  now: () => Date
  passwords: Passwords
  sessions: Sessions
  standings: Standings
  guesses: GuessLimits
  version: string
  /** Proves the right to make the first owner; null when there is somebody already. */
  setupCode: string | null
  /** How others reach the service, without a slash at the end: before every link that leaves it. */
  publicUrl: string
}

/** Who is asking. */
interface Caller {
  accountId: number
  accountName: string
}

/** What a handler gets besides its input. */
export interface Call extends Service {
  /** From which address. */
  from: string
  /** The session's token, where there is one. */
  token: string
  /** Of an endpoint that needs a session. */
  caller: Caller
  /** Of an endpoint about an object: its organization, and the caller's role there. */
  orgId: number
  role: Role
}
