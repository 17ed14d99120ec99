import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../access/too-many-requests.ts'
import type { Handlers } from '../call.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { openSession } from '../sessions/open-session.ts'
import { needOwnPassword } from '../sessions/own-password.ts'
import { recordOwnChange } from '../sessions/record-own.ts'
import { enterAccount } from './enter-account.ts'
import { deleteIdentity, hasOwnWayIn, identitiesOf } from './identities.sql.ts'
import type { oidc } from './oidc.contract.ts'
import { OidcProblem } from './oidc-problem.ts'
import { newOidcSecrets, type OidcProvider } from './oidc-provider.ts'

/** From one address, at one provider. */
const failuresPerMinute = 300

export const oidcHandlers: Handlers<typeof oidc, AccountsNeeds> = {
  begin: (call, { providerId }) => startSignIn(call, needProvider(call, providerId), null),

  async login(call, { ticket, query }) {
    const { db, guesses, from, oidc: service } = call
    const attempt = service.attempts.read(ticket)
    const returned = new URLSearchParams(query)
    const provider = attempt === null ? undefined : service.find(attempt.providerId)
    if (attempt === null || provider === undefined || returned.get('state') !== attempt.state)
      throw new Refusal('SignInStale')
    // Codes cannot be guessed, and made-up ones only burden the provider: they count for their own sign-in, and for the address only far above
    // what people who share one come to.
    const { waitMs, wasRight, wasNone } = guesses.begin(from, `oidc ${attempt.state}`, {
      nameMost: null,
      ownPlace: { name: `oidc ${attempt.providerId}`, most: failuresPerMinute },
      isTrustEarned: false,
    })
    if (waitMs > 0) throw tooManyRequests(waitMs)
    const claims = await provider.claims(returned, attempt).catch((error: unknown) => {
      if (error instanceof OidcProblem && error.kind === 'away') wasNone()
      throw refusalOf(call, provider, error)
    })
    wasRight()
    const { settings } = provider
    const account = await db.tx((tx) => enterAccount(tx, call, { settings, claims, linkTo: attempt.linkTo }))
    if (account === null) throw new Refusal('NoOrganization')
    const session = await openSession(call, account.accountId)
    return { ...session, email: account.email, signOutUrl: await provider.endUrl().catch(() => null) }
  },

  async list({ db, caller, oidc: service }) {
    const connected = await identitiesOf(db.sql, caller.accountId)
    return service.providers.map(({ settings: { id, name, issuer } }) => {
      const found = connected.find((one) => one.issuer === issuer)
      return {
        providerId: id,
        name,
        connected:
          found === undefined
            ? null
            : {
                id: found.id,
                createdOn: found.createdOn.toISOString(),
                lastUsedOn: found.lastUsedOn?.toISOString() ?? null,
              },
      }
    })
  },

  async beginConnecting(call, { providerId, password, secondFactor }) {
    const { caller, db } = call
    const provider = needProvider(call, providerId)
    await needOwnPassword(call, password)
    await checkSecondFactor({ ...call, sql: db.sql }, caller.accountId, secondFactor)
    return startSignIn(call, provider, caller.accountId)
  },

  async disconnect(call, { identityId }) {
    const { caller, db, oidc: service } = call
    await db.tx(async (tx) => {
      const issuer = await deleteIdentity(tx, caller.accountId, identityId)
      if (issuer === undefined) throw new Refusal('ObjectNotFound')
      if (!(await hasOwnWayIn(tx, caller.accountId)))
        throw new Refusal('NotAuthorized', 'You have neither a password nor a passkey, and could not sign in any more.')
      const provider = service.providers.find(({ settings }) => settings.issuer === issuer)?.settings.name ?? issuer
      await recordOwnChange(tx, call, { action: 'user.disconnect-provider', before: { provider } })
    })
    return {}
  },
}

const needProvider = ({ oidc: service }: AccountsNeeds, id: string): OidcProvider => {
  const provider = service.find(id)
  if (provider === undefined) throw new Refusal('ObjectNotFound', 'There is no such provider.')
  return provider
}

const startSignIn = async (
  call: AccountsCall<'public'>,
  provider: OidcProvider,
  linkTo: number | null,
): Promise<{ url: string; ticket: string }> => {
  const secrets = newOidcSecrets()
  const url = await provider.authorizationUrl(secrets).catch((error: unknown) => {
    throw refusalOf(call, provider, error)
  })
  return { url, ticket: call.oidc.attempts.write({ providerId: provider.settings.id, ...secrets, linkTo }) }
}

/** Problems of the provider are also logged for administrators. */
const refusalOf = ({ log }: AccountsNeeds, { settings: { id, name } }: OidcProvider, error: unknown): unknown => {
  if (!(error instanceof OidcProblem)) return error
  if (error.kind === 'stale') return new Refusal('SignInStale')
  if (error.kind === 'turned-away') return new Refusal('NotAuthorized', `${name} turned you away: ${error.message}.`)
  // Without its cause, in which there may be tokens.
  log.info({ provider: id, reason: error.message }, 'identity provider cannot be used for sign-in')
  return error.kind === 'away'
    ? new Refusal('ProviderAway', `${name} cannot be reached: ${error.message}.`)
    : new Refusal('ProviderWrong', `${name} cannot sign you in: ${error.message}.`)
}
