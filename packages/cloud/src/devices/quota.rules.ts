/** How many devices an organization may have enabled, null for any number, and how many are. */
export interface QuotaUse {
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
