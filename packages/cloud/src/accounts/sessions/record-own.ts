import type { Queries } from '@busbar/database'
import type { AuditAction } from '../audit/actions.ts'
import { record } from '../audit/record.ts'
import type { AccountsCall } from '../needs.ts'
import { orgsOf } from './sessions.sql.ts'

interface OwnChange {
  action: AuditAction
  before?: unknown
  after?: unknown
}

/** Writes down what people did to their own account, in each organization that they belong to. */
export const recordOwnChange = async (
  tx: Queries,
  { caller, from, now }: Pick<AccountsCall<'account'>, 'caller' | 'from' | 'now'>,
  change: OwnChange,
): Promise<void> => {
  const ownChange = { ...change, objectKind: 'user', objectId: caller.accountId } as const
  for (const { orgId } of await orgsOf(tx, caller.accountId)) await record(tx, orgId, { caller, from, now }, ownChange)
}
