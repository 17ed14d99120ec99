import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'

/** How many devices an organization may have enabled, null for any number, and how many are. */
interface QuotaUse {
  quota: number | null
  enabledCount: number
}

/** How many more may be enabled; null is any number. A quota that was lowered below what is enabled leaves 0. */
export const quotaLeft = ({ quota, enabledCount }: QuotaUse): number | null =>
  quota === null ? null : Math.max(0, quota - enabledCount)

/** Why so many more cannot be enabled, or null. */
export const quotaProblem = ({ quota, enabledCount }: QuotaUse, more: number): string | null =>
  quota === null || more === 0 || enabledCount + more <= quota
    ? null
    : `The quota of the organization is ${quota} enabled devices; ${enabledCount} are enabled, and this asks for ${more} more.`

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
