import { allows, type Role } from '../access/roles.ts'
import type { Claims } from './claims.rules.ts'
import type { GroupRule, OidcSettings } from './oidc-settings.ts'

/** Known facts about the user whom a provider redirected. */
export interface SignInFacts {
  claims: Claims
  settings: Pick<OidcSettings, 'linkByEmail' | 'createUsers'>
  /** The account that is connected with this person. */
  linked: { accountId: number } | null
  /** The account that has proved the address that the provider tells. */
  byEmail: { accountId: number; isGuarded: boolean } | null
  /** True if groups grant a role in any organization. */
  hasRoles: boolean
}

export type SignInDecision =
  | { use: number }
  | { connect: number }
  | { create: { email: string; isEmailProven: boolean } }
  | { refuse: 'AccountExists' | 'NoAccount' | 'NoOrganization' | 'NoAddress' }

/**
 * Chooses the account of a sign-in. The subject of the provider identifies the user, never the address alone. An
 * address selects an account only if the installation allows it, the provider has verified it, and the account owns no
 * organization and is protected by a password only.
 */
export const decideSignIn = ({ claims, settings, linked, byEmail, hasRoles }: SignInFacts): SignInDecision => {
  if (linked !== null) return { use: linked.accountId }
  if (claims.email === null) return { refuse: 'NoAddress' }
  if (byEmail !== null) {
    const mayConnect = settings.linkByEmail && claims.isEmailVerified && !byEmail.isGuarded
    return mayConnect ? { connect: byEmail.accountId } : { refuse: 'AccountExists' }
  }
  if (!settings.createUsers) return { refuse: 'NoAccount' }
  if (!hasRoles) return { refuse: 'NoOrganization' }
  return { create: { email: claims.email, isEmailProven: claims.isEmailVerified } }
}

/** The role in each organization that groups give; of several the highest. */
export const rolesOfGroups = (groups: readonly string[], map: readonly GroupRule[]): Map<number, Role> => {
  const groupSet = new Set(groups)
  const rolesByOrg = new Map<number, Role>()
  for (const { group, orgId, role } of map) {
    const before = rolesByOrg.get(orgId)
    if (groupSet.has(group) && (before === undefined || allows(role, before))) rolesByOrg.set(orgId, role)
  }
  return rolesByOrg
}

export interface Membership {
  orgId: number
  role: Role
  /** The issuer whose groups gave it; null: given by hand. */
  byGroupsOf: string | null
}

export interface RoleChange {
  orgId: number
  before: Role | null
  after: Role | null
}

/**
 * Returns the role changes that groups cause, ordered by organization. Roles that were assigned manually or by another
 * provider stay.
 */
export const roleChanges = (
  present: readonly Membership[],
  groupRoles: ReadonlyMap<number, Role>,
  issuer: string,
): RoleChange[] => {
  const unmanagedOrgs = new Set(present.filter(({ byGroupsOf }) => byGroupsOf !== issuer).map(({ orgId }) => orgId))
  const managedRoles = new Map(
    present.filter(({ byGroupsOf }) => byGroupsOf === issuer).map(({ orgId, role }) => [orgId, role]),
  )
  return [...new Set([...managedRoles.keys(), ...groupRoles.keys()])]
    .filter((orgId) => !unmanagedOrgs.has(orgId))
    .map((orgId) => ({ orgId, before: managedRoles.get(orgId) ?? null, after: groupRoles.get(orgId) ?? null }))
    .filter(({ before, after }) => before !== after)
    .toSorted((one, other) => one.orgId - other.orgId)
}
