import { Refusal } from '@busbar/wire/server'
import { mayActForAll } from '../../accounts/access/installation-admin.sql.ts'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { OperationCall } from '../needs.ts'
import { firstOrgOf } from './installation.sql.ts'

export const needAdmin = async ({ db, caller }: OperationCall<'account'>): Promise<void> => {
  if (!(await mayActForAll(db.sql, caller.accountId)))
    throw new Refusal('NotAuthorized', 'This needs an administrator of the installation.')
}

/** In the log of the service, and in the records of an organization of theirs: records are kept by organization. */
export const recordAdminAction = async (
  call: OperationCall<'account'>,
  action: AuditAction,
  after: object,
): Promise<void> => {
  const { db, caller, log } = call
  log.info({ action, by: caller.accountName, ...after }, 'the installation was administered')
  await db.tx(async (tx) => {
    const orgId = await firstOrgOf(tx, caller.accountId)
    if (orgId === undefined) return
    await lockOrg(tx, orgId)
    await record(tx, orgId, call, { action, objectKind: 'org', objectId: orgId, after })
  })
}
