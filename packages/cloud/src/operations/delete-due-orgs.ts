import { deleteOrg, lockToDelete, orgsToDelete } from '../accounts/orgs/orgs.sql.ts'
import { deleteNet, netsOf } from '../devices/nets/nets.sql.ts'
import type { OperationNeeds } from './needs.ts'

/**
 * Deletes organizations whose grace period has ended. Networks are deleted one by one, so that no transaction covers
 * all readings.
 */
export const deleteDueOrgs = async ({ db, now, log }: Pick<OperationNeeds, 'db' | 'now' | 'log'>): Promise<void> => {
  for (const { id, name } of await orgsToDelete(db.sql, now())) {
    const isStillDue = (tx: Parameters<typeof lockToDelete>[0]): Promise<boolean> => lockToDelete(tx, id, now())
    for (const { id: netId } of await netsOf(db.sql, id)) {
      await db.tx(async (tx) => {
        if (await isStillDue(tx)) await deleteNet(tx, id, netId)
      })
    }
    const isGone = await db.tx(async (tx) => {
      if (!(await isStillDue(tx))) return false
      await deleteOrg(tx, id)
      return true
    })
    if (isGone) log.info({ orgId: id, name }, 'organization deleted')
  }
}
