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
  /** Requests used by each API key and share link; `perMinute` applies to keys without a limit of their own, 0 is unlimited. */
  quotas: { taken: RateLimit<string>; perMinute: number }
  devices: KnownDevices
  challenges: Challenges
  /** OpenID Connect providers for sign-in. */
  oidc: Oidc
  mails: AccountMails
  version: string
  /** Code for creating the first owner; null once an account exists. */
  setupCode: string | null
  /** Log of the service. */
  log: Pick<Log, 'info' | 'error'>
}

export type AccountsCall<Kind extends CallKind> = AccountsNeeds & Call<Kind>
