import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { lastOrg } from '../state/preferences.ts'
import { type AnswerOf, apiQuery } from './api-query.ts'

/** The selected organization with the user's role in it. */
export type Org = AnswerOf<'sessions', 'userOrgs'>[number]
export type Role = Org['userRole']

/** From least to most. */
const order: readonly Role[] = ['demo', 'viewer', 'operator', 'manager', 'owner']

const Context = createContext<Org | null>(null)

export const OrgProvider = ({ org, children }: { org: Org; children: ReactNode }): ReactNode => (
  <Context value={org}>{children}</Context>
)

/** Null for who belongs to none. */
export const useOrgIfAny = (): Org | null => useContext(Context)

export const useOrg = (): Org => {
  const org = useContext(Context)
  if (org === null) throw new Error('there is no organization outside of the shell')
  return org
}

/** Returns true if the user has at least this role; the service checks permissions again. */
export const useHasRole = (role: Role): boolean => order.indexOf(useOrg().userRole) >= order.indexOf(role)

/** Switches to the organization of a network when a page of it is opened. */
export const useOrgOfNet = (netId: number | undefined): void => {
  const { orgId } = useOrg()
  const net = useQuery({ ...apiQuery('nets', 'get', { netId: netId ?? 0 }), enabled: netId !== undefined })
  const owner = net.data?.orgId
  useEffect(() => {
    if (owner !== undefined && owner !== orgId) lastOrg.set(owner)
  }, [owner, orgId])
}
