import { Refusal } from '@busbar/wire/server'
import type { Claims } from '../../access/oidc/claims.rules.ts'
import {
  findByProvenEmail,
  findIdentity,
  insertIdentity,
  type LinkedAccount,
  noteIdentityUse,
} from '../../access/oidc/identities.sql.ts'
import type { OidcSettings } from '../../access/oidc/oidc-settings.ts'
import { record } from '../../audit/record.ts'
import type { Queries } from '../../db/sql.ts'
import type { Call } from '../../service.ts'
import { insertAccount } from '../orgs/orgs.sql.ts'
import { accountsOf, accountsPerEmailMax, orgsOf, userOf } from '../sessions/sessions.sql.ts'
import { applyGroups } from './apply-groups.ts'
import { orgNames } from './oidc.sql.ts'
import { decideSignIn, rolesOfGroups } from './sign-in.rules.ts'

interface ProviderSignIn {
  settings: OidcSettings
  claims: Claims
  /** The account to be connected; null for a sign-in. */
  linkTo: number | null
}

/** The account of who came back, with the roles that their groups give; null where no organization is left to them. */
export const enterAccount = async (
  tx: Queries,
  call: Pick<Call, 'from' | 'now'>,
  { settings, claims, linkTo }: ProviderSignIn,
): Promise<LinkedAccount | null> => {
  const { issuer, name: providerName, map } = settings
  const groupRoles = rolesOfGroups(claims.groups, map)
  const there = new Set((await orgNames(tx, [...groupRoles.keys()])).map(({ orgId }) => orgId))
  const wanted = new Map([...groupRoles].filter(([orgId]) => there.has(orgId)))
  const before = await findIdentity(tx, issuer, claims.subject)
  const account =
    linkTo === null
      ? await signedIn(tx, call, { settings, claims, known: before ?? null, hasRoles: wanted.size > 0 })
      : await connected(tx, call, linkTo, { settings, claims, known: before ?? null })
  await noteIdentityUse(tx, issuer, claims.subject, call.now())
  const doer = { caller: { accountId: account.accountId, accountName: account.name }, from: call.from, now: call.now }
  const count = await applyGroups(tx, doer, { issuer, providerName, wanted })
  const change = { objectKind: 'user', objectId: account.accountId, after: { provider: providerName } } as const
  const action = before === undefined ? 'user.connect-provider' : 'user.sign-in-by-provider'
  for (const { orgId } of await orgsOf(tx, account.accountId)) await record(tx, orgId, doer, { action, ...change })
  return count === 0 ? null : account
}

interface MatchedSignIn extends Omit<ProviderSignIn, 'linkTo'> {
  known: LinkedAccount | null
}

const signedIn = async (
  tx: Queries,
  { now }: Pick<Call, 'now'>,
  { settings, claims, known, hasRoles }: MatchedSignIn & { hasRoles: boolean },
): Promise<LinkedAccount> => {
  const byEmail = claims.email === null ? null : ((await findByProvenEmail(tx, claims.email)) ?? null)
  const decided = decideSignIn({ claims, settings, known, byEmail, hasRoles })
  if ('refuse' in decided) {
    if (decided.refuse !== 'NoAddress') throw new Refusal(decided.refuse)
    throw new Refusal('ProviderWrong', `${settings.name} tells no e-mail address: it must, with the scope "email".`)
  }
  if ('use' in decided && known !== null) return known
  const account = 'create' in decided ? await created(tx, decided.create, claims, now()) : byEmail
  if (account === null) throw new Error('a decision is about an account that is there')
  if (!(await insertIdentity(tx, { ...account, issuer: settings.issuer, subject: claims.subject }, now())))
    throw new Refusal('IdentityTaken')
  return account
}

const created = async (
  tx: Queries,
  { email, isEmailProven }: { email: string; isEmailProven: boolean },
  { name: told }: Claims,
  now: Date,
): Promise<LinkedAccount> => {
  const name = told ?? email.slice(0, 200)
  const isFull = (await accountsOf(tx, email)).length >= accountsPerEmailMax
  const accountId = isFull ? null : await insertAccount(tx, { name, email, passwordHash: null, isEmailProven }, now)
  if (accountId === null) throw new Refusal('AccountExists')
  return { accountId, name, email }
}

/** Connects the account that asked for it; what is connected already stays so. */
const connected = async (
  tx: Queries,
  { now }: Pick<Call, 'now'>,
  accountId: number,
  { settings, claims, known }: MatchedSignIn,
): Promise<LinkedAccount> => {
  if (known !== null && known.accountId !== accountId) throw new Refusal('IdentityTaken')
  const user = await userOf(tx, accountId)
  if (user === undefined || user.email === null) throw new Refusal('SignInStale')
  const isNew = known === null
  if (isNew && !(await insertIdentity(tx, { accountId, issuer: settings.issuer, subject: claims.subject }, now())))
    throw new Refusal('IdentityTaken')
  return { accountId, name: user.name, email: user.email }
}
