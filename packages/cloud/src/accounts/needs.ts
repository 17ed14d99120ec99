import type { Database } from '@busbar/database'
import type { RateLimit } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Call, CallKind } from './call.ts'
import type { AccountMails } from './mail/account-mails.ts'
import type { Oidc } from './oidc/oidc.ts'
import type { Secrets } from './sealing/secrets.ts'
import type { Challenges } from './second-factor/challenges.ts'
import type { GuessLimits } from './sessions/guess-limits.ts'
import type { KnownDevices } from './sessions/known-devices.ts'
import type { Passwords } from './sessions/passwords.ts'
import type { Sessions } from './sessions/session-store.ts'

/** Parts of the service that the handlers of this folder use. */
export interface AccountsNeeds {
  db: Database
  /** Wall clock time, for stored and displayed times. */
  now: () => Date
  /** Encrypts stored secrets. */
  secrets: Secrets
  passwords: Passwords
  sessions: Sessions
  guesses: GuessLimits
  /** Requests of API keys and share links: what was taken of each, and how many a minute a key has that has no limit of its own; 0 is none. */
  quotas: { taken: RateLimit<string>; perMinute: number }
  devices: KnownDevices
  challenges: Challenges
  /** Providers by which people may sign in. */
  oidc: Oidc
  mails: AccountMails
  version: string
  /** Proves the right to make the first owner; null when there is one already. */
  setupCode: string | null
  /** For what belongs to no organization's records. */
  log: Pick<Log, 'info' | 'error'>
}

export type AccountsCall<Kind extends CallKind> = AccountsNeeds & Call<Kind>
