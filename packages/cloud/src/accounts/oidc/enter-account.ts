import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { type Actor, record } from '../audit/record.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import { countMembers, deleteMember, findMember } from '../orgs/members.sql.ts'
import { checkLimit, leavesNoOwner } from '../orgs/orgs.rules.ts'
import { insertAccount } from '../orgs/orgs.sql.ts'
import { accountsOf, accountsPerEmailMax, orgsOf, userOf } from '../sessions/sessions.sql.ts'
import type { Claims } from './claims.rules.ts'
import {
  findByProvenEmail,
  findIdentity,
  insertIdentity,
  type LinkedAccount,
  noteIdentityUse,
} from './identities.sql.ts'
import { membershipsOf, orgNames, putRoleByGroups } from './oidc.sql.ts'
import type { OidcSettings } from './oidc-settings.ts'
import { decideSignIn, roleChanges, rolesOfGroups } from './sign-in.rules.ts'

interface ProviderRoles {
  issuer: string
  /** As the installation calls the provider. */
  providerName: string
  groupRoles: Parameters<typeof roleChanges>[1]
}

/** Makes memberships what groups say; gives how many there are then. An organization keeps its last owner. */
const applyGroups = async (
  tx: Queries,
  actor: Actor,
  { issuer, providerName, groupRoles }: ProviderRoles,
): Promise<number> => {
  const { accountId } = actor.caller
  const present = await membershipsOf(tx, accountId)
  // All that are written to, in their order.
  const orgIds = new Set([...present.map(({ orgId }) => orgId), ...groupRoles.keys()])
  for (const orgId of [...orgIds].toSorted((one, other) => one - other)) await lockOrg(tx, orgId)
  for (const { orgId, before, after } of roleChanges(present, groupRoles, issuer)) {
    const member = await findMember(tx, orgId, accountId)
    if (member !== undefined && leavesNoOwner(member, after)) continue
    if (after === null) await deleteMember(tx, orgId, accountId)
    else {
      if (before === null) checkLimit('members', await countMembers(tx, orgId))
      await putRoleByGroups(tx, orgId, accountId, after, issuer)
    }
    await record(tx, orgId, actor, {
      action: 'user.role-by-groups',
      objectKind: 'user',
      objectId: accountId,
      before: before === null ? undefined : { role: before },
      after: { role: after, provider: providerName },
    })
  }
  return (await membershipsOf(tx, accountId)).length
}

interface ProviderSignIn {
  settings: OidcSettings
  claims: Claims
  /** The account to be connected; null for a sign-in. */
  linkTo: number | null
}

/** The account of who came back, with the roles that their groups give; null where no organization is left to them. */
export const enterAccount = async (
  tx: Queries,
  call: Pick<AccountsCall<'public'>, 'from' | 'now'>,
  { settings, claims, linkTo }: ProviderSignIn,
): Promise<LinkedAccount | null> => {
  const { issuer, name: providerName, map } = settings
  const mappedRoles = rolesOfGroups(claims.groups, map)
  const existingOrgs = new Set((await orgNames(tx, [...mappedRoles.keys()])).map(({ orgId }) => orgId))
  const groupRoles = new Map([...mappedRoles].filter(([orgId]) => existingOrgs.has(orgId)))
  const before = await findIdentity(tx, issuer, claims.subject)
  const account =
    linkTo === null
      ? await signIn(tx, call, { settings, claims, linked: before ?? null, hasRoles: groupRoles.size > 0 })
      : await connectAccount(tx, call, linkTo, { settings, claims, linked: before ?? null })
  await noteIdentityUse(tx, issuer, claims.subject, call.now())
  const actor = { caller: { accountId: account.accountId, accountName: account.name }, from: call.from, now: call.now }
  const count = await applyGroups(tx, actor, { issuer, providerName, groupRoles })
  const change = { objectKind: 'user', objectId: account.accountId, after: { provider: providerName } } as const
  const action = before === undefined ? 'user.connect-provider' : 'user.sign-in-by-provider'
  for (const { orgId } of await orgsOf(tx, account.accountId)) await record(tx, orgId, actor, { action, ...change })
  return count === 0 ? null : account
}

interface MatchedSignIn extends Omit<ProviderSignIn, 'linkTo'> {
  linked: LinkedAccount | null
}

const signIn = async (
  tx: Queries,
  { now }: Pick<AccountsNeeds, 'now'>,
  { settings, claims, linked, hasRoles }: MatchedSignIn & { hasRoles: boolean },
): Promise<LinkedAccount> => {
  const byEmail = claims.email === null ? null : ((await findByProvenEmail(tx, claims.email)) ?? null)
  const decision = decideSignIn({ claims, settings, linked, byEmail, hasRoles })
  if ('refuse' in decision) {
    if (decision.refuse !== 'NoAddress') throw new Refusal(decision.refuse)
    throw new Refusal('ProviderWrong', `${settings.name} tells no e-mail address: it must, with the scope "email".`)
  }
  if ('use' in decision && linked !== null) return linked
  const account = 'create' in decision ? await createAccount(tx, decision.create, claims, now()) : byEmail
  if (account === null) throw new Error('a decision is about an account that is there')
  if (!(await insertIdentity(tx, { ...account, issuer: settings.issuer, subject: claims.subject }, now())))
    throw new Refusal('IdentityTaken')
  return account
}

const createAccount = async (
  tx: Queries,
  { email, isEmailProven }: { email: string; isEmailProven: boolean },
  { name: claimedName }: Claims,
  now: Date,
): Promise<LinkedAccount> => {
  const name = claimedName ?? email.slice(0, 200)
  const isFull = (await accountsOf(tx, email)).length >= accountsPerEmailMax
  const accountId = isFull ? null : await insertAccount(tx, { name, email, passwordHash: null, isEmailProven }, now)
  if (accountId === null) throw new Refusal('AccountExists')
  return { accountId, name, email }
}

/** Connects the account that asked for it; what is connected already stays so. */
const connectAccount = async (
  tx: Queries,
  { now }: Pick<AccountsNeeds, 'now'>,
  accountId: number,
  { settings, claims, linked }: MatchedSignIn,
): Promise<LinkedAccount> => {
  if (linked !== null && linked.accountId !== accountId) throw new Refusal('IdentityTaken')
  const user = await userOf(tx, accountId)
  if (user === undefined || user.email === null) throw new Refusal('SignInStale')
  const isNew = linked === null
  if (isNew && !(await insertIdentity(tx, { accountId, issuer: settings.issuer, subject: claims.subject }, now())))
    throw new Refusal('IdentityTaken')
  return { accountId, name: user.name, email: user.email }
}
