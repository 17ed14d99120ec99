import type { Sql } from '@busbar/database'
import type { ObjectId, ObjectKind } from './access-contract.ts'
import type { DatabaseCache } from './forgetting-database.ts'
import { NotifyInvalidatedCache } from './notify-invalidated-cache.ts'
import { type OrgRole, orgRoleOf } from './permission.sql.ts'

const knownMax = 100_000
/**
 * Users choose the IDs of these objects. A new one in another organization can make an ID ambiguous without a
 * notification for this organization.
 */
const uncached: ReadonlySet<ObjectKind> = new Set(['reportBranch'])

/** Roles of callers for objects, kept until a role in the organization changes or an object of it is deleted. */
export class RoleCache {
  readonly #sql: Sql
  readonly #known: NotifyInvalidatedCache<OrgRole>

  constructor(sql: Sql) {
    this.#sql = sql
    const groupOf = (_name: string, { orgId }: OrgRole): string => String(orgId)
    this.#known = new NotifyInvalidatedCache({ sql, topic: 'access_changed', max: knownMax, groupOf })
  }

  start(): Promise<void> {
    return this.#known.start()
  }

  stop(): Promise<void> {
    return this.#known.stop()
  }

  /** Calls when a role in an organization has changed, on whichever node; with null when that may have been missed. */
  onChanged(listener: (orgId: number | null) => void): void {
    this.#known.onInvalidated((group) => listener(group === null ? null : Number(group)))
  }

  /** Null when the object is not there, or not for the caller. */
  find(kind: ObjectKind, id: ObjectId, accountId: number): OrgRole | null | Promise<OrgRole | null> {
    const read = (): Promise<OrgRole | null> => orgRoleOf(this.#sql, kind, id, accountId)
    if (uncached.has(kind)) return read()
    const name = `${kind} ${id} ${accountId}`
    return this.#known.get(name) ?? this.#known.read(name, read)
  }

  /** The cache that a transaction invalidates when it changes roles. */
  get cache(): DatabaseCache {
    return this.#known
  }
}
