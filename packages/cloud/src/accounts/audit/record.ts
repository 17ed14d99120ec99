import type { Queries } from '@busbar/database'
import type { AuditAction, AuditKind } from './actions.ts'
import { linkHash } from './chain.rules.ts'
import { lockOrg } from './lock-org.sql.ts'

/** A change of an object. `before` and `after` contain no secrets. */
export interface Change {
  action: AuditAction
  objectKind: AuditKind
  objectId: string | number
  before?: unknown
  after?: unknown
}

/** The account behind a request; 0 and no name where there is none. */
export interface Caller {
  accountId: number
  accountName: string
}

/** The account behind a change, its address and the time. */
export interface Actor {
  caller: Caller
  from: string
  now: () => Date
}

/**
 * Adds a record to an organization's chain, in the transaction of the change itself. Each record's hash covers the one before it, so that
 * none can be changed or taken out unseen; the organization's row is locked so that records come one after another.
 */
export const record = async (tx: Queries, orgId: number, actor: Actor, change: Change): Promise<void> => {
  // On one connection, so one after the other; together they take one trip to the database.
  const [, [last]] = await Promise.all([lockOrg(tx, orgId), lastHash(tx, orgId)])
  const link = {
    orgId,
    recordedOn: actor.now(),
    accountId: actor.caller.accountId || null,
    accountName: actor.caller.accountName,
    from: actor.from,
    action: change.action,
    objectKind: change.objectKind,
    objectId: String(change.objectId),
    before: plain(change.before),
    after: plain(change.after),
  }
  await tx`
    insert into audit (org_id, recorded_on, account_id, account_name, from_address, action, object_kind, object_id, before, after, hash)
    values (${orgId}, ${link.recordedOn}, ${link.accountId}, ${link.accountName}, ${link.from}, ${link.action},
            ${link.objectKind}, ${link.objectId}, ${json(tx, link.before)}, ${json(tx, link.after)}, ${linkHash(last?.hash, link)})`
}

const lastHash = (tx: Queries, orgId: number) => tx<{ hash: Buffer }[]>`
  select hash from audit where org_id = ${orgId} order by id desc limit 1`

/** As it will be read back. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

const json = (tx: Queries, value: unknown) => (value === null ? null : tx.json(value))
