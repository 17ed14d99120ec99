import type { audit } from './audit/audit.contract.ts'
import { auditHandlers } from './audit/audit.http.ts'
import { type DomainHandlers, withNeeds } from './call.ts'
import type { AccountsNeeds } from './needs.ts'
import type { oidc } from './oidc/oidc.contract.ts'
import { oidcHandlers } from './oidc/oidc.http.ts'
import type { logo } from './orgs/logo.contract.ts'
import { logoHandlers } from './orgs/logo.http.ts'
import type { orgs } from './orgs/orgs.contract.ts'
import { orgsHandlers } from './orgs/orgs.http.ts'
import type { passkeys } from './second-factor/passkeys.contract.ts'
import { passkeysHandlers } from './second-factor/passkeys.http.ts'
import type { secondFactor } from './second-factor/second-factor.contract.ts'
import { secondFactorHandlers } from './second-factor/second-factor.http.ts'
import type { profile } from './sessions/profile.contract.ts'
import { profileHandlers } from './sessions/profile.http.ts'
import type { sessions } from './sessions/sessions.contract.ts'
import { sessionsHandlers } from './sessions/sessions.http.ts'

interface AccountsContract {
  sessions: typeof sessions
  profile: typeof profile
  secondFactor: typeof secondFactor
  passkeys: typeof passkeys
  oidc: typeof oidc
  orgs: typeof orgs
  logo: typeof logo
  audit: typeof audit
}

/** Handlers of all endpoints for accounts, organizations and the audit log. */
export const accountsHandlers = (needs: AccountsNeeds): DomainHandlers<AccountsContract> =>
  withNeeds<AccountsContract, AccountsNeeds>(
    {
      sessions: sessionsHandlers,
      profile: profileHandlers,
      secondFactor: secondFactorHandlers,
      passkeys: passkeysHandlers,
      oidc: oidcHandlers,
      orgs: orgsHandlers,
      logo: logoHandlers,
      audit: auditHandlers,
    },
    needs,
  )
