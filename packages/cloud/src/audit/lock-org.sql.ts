import type { Queries } from '../db/sql.ts'

/**
 * Makes changes to an organization come one after another: whatever is read after this stays true until the transaction ends.
 * Taken before any other lock, and of several organizations in the order of their ids, so that there is no deadlock.
 * Undefined when there is no such organization.
 */
export const lockOrg = async (tx: Queries, orgId: number): Promise<{ name: string } | undefined> => {
  const [org] = await tx<{ name: string }[]>`select name from org where id = ${orgId} for no key update`
  return org
}
