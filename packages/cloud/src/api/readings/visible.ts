import type { Call } from '../../service.ts'
import { factsOfParams } from './facts.sql.ts'
import { seeing } from './seeing.ts'

/** Listed parameters that the caller may see, each once, by their organizations. */
export const visibleByOrg = async (
  { db, caller }: Call,
  paramIds: readonly number[],
): Promise<{ orgId: number; paramIds: number[] }[]> => {
  const facts = await factsOfParams(db.sql, [...new Set(paramIds)], caller.accountId, seeing)
  const byOrg = Map.groupBy(facts, ({ orgId }) => orgId)
  return Array.from(byOrg, ([orgId, own]) => ({ orgId, paramIds: own.map(({ id }) => id) }))
}
