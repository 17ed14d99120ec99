import { createContext, type ReactNode, useContext } from 'react'
import type { AnswerOf } from './ask.ts'

/** The organization that is looked at, with the user's role in it. */
export type Org = AnswerOf<'sessions', 'userOrgs'>[number]
export type Role = Org['userRole']

/** From least to most. */
const order: readonly Role[] = ['demo', 'viewer', 'operator', 'manager', 'owner']

const Context = createContext<Org | null>(null)

export const OrgProvider = ({ org, children }: { org: Org; children: ReactNode }): ReactNode => (
  <Context value={org}>{children}</Context>
)

export const useOrg = (): Org => {
  const org = useContext(Context)
  if (org === null) throw new Error('there is no organization outside of the shell')
  return org
}

/** Whether the user may do what takes this role; the service has the last word. */
export const useMay = (role: Role): boolean => order.indexOf(useOrg().userRole) >= order.indexOf(role)
