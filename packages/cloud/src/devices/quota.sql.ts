import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { type QuotaUse, quotaLeft, quotaProblem } from './quota.rules.ts'

const quotaUse = async (sql: Queries, orgId: number): Promise<QuotaUse> => {
  const [use] = await sql<QuotaUse[]>`
    select o.device_quota as quota, count(d.id) as "enabledCount"
    from org o left join device d on d.org_id = o.id and d.disabled_on is null
    where o.id = ${orgId} group by o.id`
  if (use === undefined) throw new Refusal('ObjectNotFound')
  return use
}

/** Refuses what would go beyond the quota. The organization is locked by the caller, so that two at once cannot. */
export const needQuota = async (tx: Queries, orgId: number, more: number): Promise<void> => {
  const problem = quotaProblem(await quotaUse(tx, orgId), more)
  if (problem !== null) throw new Refusal('NotAuthorized', problem)
}

/** How answers tell it. */
export const availableQuota = async (
  sql: Queries,
  orgId: number,
): Promise<{ availableDevicesQuota: number | null }> => ({
  availableDevicesQuota: quotaLeft(await quotaUse(sql, orgId)),
})
