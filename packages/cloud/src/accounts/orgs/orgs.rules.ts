import { Refusal } from '@busbar/wire/server'
import type { Role } from '../access/roles.ts'

/** How many of each there may be in an organization, and organizations of one owner. */
export const orgLimits = { members: 1000, invitations: 100, 'API keys': 100, organizations: 100 } as const

/** Refuses one more than there may be. */
export const checkLimit = (what: keyof typeof orgLimits, count: number): void => {
  if (count >= orgLimits[what]) throw new Refusal('NotAuthorized', `There may be at most ${orgLimits[what]} ${what}.`)
}

export interface Member {
  name: string
  role: Role
  /** Programs have no e-mail address. */
  isPerson: boolean
  /** Owners of the organization who are people. */
  ownersCount: number
}

/**
 * True if the change would leave the organization without a user as owner. `next` is null for a member who is removed.
 */
export const leavesNoOwner = ({ role, isPerson, ownersCount }: Member, next: Role | null): boolean =>
  role === 'owner' && isPerson && next !== 'owner' && ownersCount <= 1
