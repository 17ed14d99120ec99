import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { lastOrg } from '../state/preferences.ts'
import { type AnswerOf, apiQuery } from './api-query.ts'

/** The organization that is looked at, with the user's role in it. */
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

/** Whether the user may do what takes this role; the service has the last word. */
export const useHasRole = (role: Role): boolean => order.indexOf(useOrg().userRole) >= order.indexOf(role)

/** A page about something behind a network is of that network's organization, whichever was looked at before. */
export const useOrgOfNet = (netId: number | undefined): void => {
  const { orgId } = useOrg()
  const net = useQuery({ ...apiQuery('nets', 'get', { netId: netId ?? 0 }), enabled: netId !== undefined })
  const owner = net.data?.orgId
  useEffect(() => {
    if (owner !== undefined && owner !== orgId) lastOrg.set(owner)
  }, [owner, orgId])
}
