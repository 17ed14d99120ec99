import { Refusal } from '@busbar/wire/server'
import type { Role } from '../../access/roles.ts'

/** How many of each there may be in an organization, and organizations of one owner. */
export const mostOf = { members: 1000, invitations: 100, 'API keys': 100, organizations: 100 } as const

/** Refuses one more than there may be. */
export const needRoom = (what: keyof typeof mostOf, count: number): void => {
  if (count >= mostOf[what]) throw new Refusal('NotAuthorized', `There may be at most ${mostOf[what]} ${what}.`)
}

export interface Member {
  name: string
  role: Role
  /** Programs have no e-mail address. */
  isPerson: boolean
  /** Owners of the organization who are people. */
  ownersCount: number
}

/** Whether an organization would be left without a person who owns it. `next` is null for a member who goes. */
export const leavesNoOwner = ({ role, isPerson, ownersCount }: Member, next: Role | null): boolean =>
  role === 'owner' && isPerson && next !== 'owner' && ownersCount <= 1
