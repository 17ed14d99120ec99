import { createHash } from 'node:crypto'

/**
 * The fields that the hash of a record covers: all stored ones, so that the table alone is enough to verify the chain.
 */
export interface ChainLink {
  orgId: number
  recordedOn: Date
  accountId: number | null
  accountName: string
  from: string
  action: string
  objectKind: string
  objectId: string
  before: unknown
  after: unknown
}

/** The hash of a record behind the one whose hash is `previous`; the first has none before it. */
export const linkHash = (previous: Uint8Array | undefined, link: ChainLink): Buffer =>
  createHash('sha256')
    .update(previous ?? '')
    .update(
      canonical([
        link.orgId,
        link.recordedOn.toISOString(),
        link.accountId,
        link.accountName,
        link.from,
        link.action,
        link.objectKind,
        link.objectId,
        link.before,
        link.after,
      ]),
    )
    .digest()

/** JSON with sorted keys: the database keeps what objects hold, but not in which order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
