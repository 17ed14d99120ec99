import type { Queries } from '@busbar/database'

/** A process that is stopped in the middle must not hold up the other nodes for longer: the server ends a transaction that is silent. */
const silenceMax = '20s'

/**
 * Makes changes to an organization come one after another: whatever is read after this stays true until the transaction ends.
 * Taken before any other lock, and of several organizations in the order of their ids, so that there is no deadlock.
 * Undefined when there is no such organization.
 */
export const lockOrg = async (tx: Queries, orgId: number): Promise<{ name: string } | undefined> => {
  const [org] = await tx<{ name: string }[]>`
    select name from org where id = ${orgId} and (current_setting('idle_in_transaction_session_timeout') <> '0'
      or set_config('idle_in_transaction_session_timeout', ${silenceMax}, true) is not null) for no key update`
  return org
}
