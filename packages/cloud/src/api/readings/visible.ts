import type { Call } from '../../service.ts'
import { factsOfParams } from './facts.sql.ts'
import { seeing } from './seeing.ts'

/** Listed parameters that the caller may see, each once, by their organizations and in the order of the list. */
export const visibleByOrg = async (
  { db, caller }: Call,
  paramIds: readonly number[],
): Promise<{ orgId: number; paramIds: number[] }[]> => {
  const facts = await factsOfParams(db.sql, [...new Set(paramIds)], caller.accountId, seeing)
  const places = new Map(paramIds.map((id, place) => [id, place]))
  const inOrder = facts.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  const byOrg = Map.groupBy(inOrder, ({ orgId }) => orgId)
  return Array.from(byOrg, ([orgId, own]) => ({ orgId, paramIds: own.map(({ id }) => id) }))
}
