import { allows, type Role, roles } from '../../accounts/access/roles.ts'
import type { Call } from '../../accounts/call.ts'
import { factsOfParams, factsOfShared, type ParamFacts } from '../facts.sql.ts'
import type { HistoryNeeds } from '../needs.ts'

/** The roles that may see what an organization has. */
export const viewerRoles: readonly Role[] = roles.filter((role) => allows(role, 'viewer'))

type VisibleCall = Pick<HistoryNeeds, 'db'> & Call<'account' | 'share'>

/** Listed parameters that the caller may see: of organizations of theirs, or by a share link what the shared object shows. */
export const visibleParams = (
  { db, caller, shared }: VisibleCall,
  paramIds: readonly number[],
): Promise<ParamFacts[]> =>
  shared === null
    ? factsOfParams(db.sql, paramIds, caller.accountId, viewerRoles)
    : factsOfShared(
        db.sql,
        shared.link.orgId,
        paramIds.filter((id) => shared.contents.paramIds.has(id)),
      )

/** The same, each once, by their organizations and in the order of the list. */
export const visibleByOrg = async (
  call: VisibleCall,
  paramIds: readonly number[],
): Promise<{ orgId: number; paramIds: number[] }[]> => {
  const facts = await visibleParams(call, [...new Set(paramIds)])
  const order = new Map(paramIds.map((id, place) => [id, place]))
  const inOrder = facts.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  const byOrg = Map.groupBy(inOrder, ({ orgId }) => orgId)
  return Array.from(byOrg, ([orgId, own]) => ({ orgId, paramIds: own.map(({ id }) => id) }))
}
