/** A network that holds an endpoint, and with whom its organization shares that. */
export interface ClaimRow {
  orgId: number
  netId: number
  sharedWith: readonly number[]
}

/** Owner of an endpoint. */
export interface Claim {
  readonly orgId: number
  /** Other organizations that may connect. */
  readonly sharedWith: ReadonlySet<number>
  /** The networks that hold it, of whichever organization. */
  readonly netIds: ReadonlySet<number>
}

/** The endpoint is whose network was there first, `rows` being in that order; null: it is free. */
export const claimOf = (rows: readonly ClaimRow[]): Claim | null => {
  const [first] = rows
  if (first === undefined) return null
  const { orgId } = first
  const owners = rows.filter((row) => row.orgId === orgId)
  return {
    orgId,
    sharedWith: new Set(owners.flatMap(({ sharedWith }) => sharedWith)),
    netIds: new Set(rows.map(({ netId }) => netId)),
  }
}

export const isOpen = (claim: Claim | null | undefined, orgId: number): boolean =>
  claim == null || claim.orgId === orgId || claim.sharedWith.has(orgId)
