import type { Sql, Tx } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { type Actor, record } from '../../accounts/audit/record.ts'

/** A gateway that proved its key under another MAC than it had. */
export interface MacChange {
  orgId: number
  netId: number
  before: string
  after: string
  from: string
}

/** Writes down, in the transaction of the move, that it happened; takes the organization's lock first. */
export type RecordMove = (tx: Tx, move: MacChange) => Promise<void>

/** The network of a gateway whose key this is. */
export const networkOfKey = (sql: Sql, key: Uint8Array) => sql<{ mac: string; orgId: number; netId: number }[]>`
  select mac::text, org_id as "orgId", net_id as "netId" from gateway
  where public_key = ${key} and net_id is not null order by seen_on desc nulls last limit 1`

/** Gives a gateway and its network the other MAC; false when another has it. One that only called before is forgotten. */
export const moveGateway = (sql: Sql, move: MacChange, key: Uint8Array, recordMove: RecordMove): Promise<boolean> =>
  sql
    .begin(async (tx) => {
      const { orgId, netId, before, after } = move
      await recordMove(tx, move)
      await tx`
      delete from gateway g where g.mac = ${after} and g.net_id is null
        and not exists (select from connect_code c where c.mac = g.mac)`
      const moved = await tx`
      update gateway set mac = ${after}
      where mac = ${before} and public_key = ${key} and org_id = ${orgId} and net_id = ${netId}
        and not exists (select from gateway where mac = ${after}) and not exists (select from net where mac = ${after})
      returning mac`
      if (moved.length === 0) throw new MacIsTaken()
      await tx`update net set mac = ${after} where org_id = ${orgId} and id = ${netId}`
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof MacIsTaken) return false
      throw error
    })

/** Undoes the transaction. */
class MacIsTaken extends Error {}

const windowMs = 600_000
const changesMax = 3
const netsMax = 1000

/** Counts how often the key of a network came under another MAC: a box that was exchanged does it once, a copied card again and again. */
export class MacChanges {
  readonly #clock: Clock
  /** When, the earliest first. */
  readonly #times = new Map<number, readonly number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a change; returns false if there were too many recently, and the change must not happen. */
  add(netId: number): boolean {
    const now = this.#clock.now()
    const recent = (this.#times.get(netId) ?? []).filter((at) => now - at < windowMs)
    this.#times.delete(netId)
    const [oldest] = this.#times.keys()
    if (this.#times.size >= netsMax && oldest !== undefined) this.#times.delete(oldest)
    const isAllowed = recent.length < changesMax
    this.#times.set(netId, isAllowed ? [...recent, now] : recent)
    return isAllowed
  }
}

/** A gateway proved its key under another MAC: recorded, though no person did it. */
export const recordMoveAt =
  (now: () => Date): RecordMove =>
  (tx, { orgId, netId, before, after, from }) => {
    const actor: Actor = { caller: { accountId: 0, accountName: 'busbar' }, from, now }
    const change = { action: 'net.mac-changed', objectKind: 'net', objectId: netId } as const
    return record(tx, orgId, actor, { ...change, before: { mac: before }, after: { mac: after } })
  }
