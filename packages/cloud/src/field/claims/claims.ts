import { ChangeFeed, type Transactions } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { FieldNet } from '@busbar/polling'
import { type Endpoint, storedEndpoint } from '../dialling/endpoint.rules.ts'
import { type Claim, claimOf, isOpen } from './claims.rules.ts'
import {
  allClaims,
  deleteClaimsElsewhere,
  insertClaim,
  lockEndpoint,
  type StoredClaim,
  selectClaims,
} from './claims.sql.ts'

export interface ClaimsOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
}

/** Endpoint of a connection, and the other addresses of its host when it was opened. */
export interface ReachedEndpoint {
  endpoint: Endpoint
  endpoints: readonly Endpoint[]
}

const channel = 'busbar_claim_changed'
const retryMs = 60_000
/** Addresses of one name that its network may hold at once. */
const endpointsMax = 16

/**
 * Owners of the endpoints to which the cloud connects. A network that reads a value at an endpoint claims it for its
 * organization. All claims are in memory, so that links can reconnect while the database is unavailable.
 */
export class Claims {
  readonly #options: ClaimsOptions
  readonly #claims = new Map<string, Claim>()
  readonly #watchers = new Map<string, Set<() => void>>()
  /** Claims that are being stored, by network. */
  readonly #storing = new Map<number, Promise<void>>()
  /** Networks whose claims could not be stored, and until when that is not tried again. */
  readonly #putOff = new Map<number, number>()
  readonly #reader: ChangeFeed
  #reading: Promise<void> = Promise.resolve()

  constructor(options: ClaimsOptions) {
    this.#options = options
    this.#reader = new ChangeFeed({
      ...options,
      sql: options.db.sql,
      channel,
      failure: 'Claims of addresses could not be read from the database',
      read: (names) => this.#read(names && names.map(parseEndpoint)),
    })
  }

  start(): Promise<void> {
    return this.#reader.start()
  }

  async stop(): Promise<void> {
    await this.#reader.stop()
    await Promise.all(this.#storing.values())
  }

  /** May networks and members of this organization go there? */
  isOpenTo(placeName: string, orgId: number): boolean {
    return isOpen(this.#claims.get(placeName), orgId)
  }

  /** The networks that hold an endpoint. */
  holders(placeName: string): ReadonlySet<number> {
    return this.#claims.get(placeName)?.netIds ?? new Set()
  }

  /** Calls when an endpoint may have another owner; the answer ends it. */
  watch(placeName: string, listener: () => void): () => void {
    const listeners = this.#watchers.get(placeName) ?? new Set()
    this.#watchers.set(placeName, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#watchers.get(placeName) === listeners) this.#watchers.delete(placeName)
    }
  }

  /** A network has read something there: it holds the endpoint, unless that is another organization's. */
  proved(net: FieldNet, arrival: ReachedEndpoint): void {
    const { name } = arrival.endpoint
    if (this.#claims.get(name)?.netIds.has(net.id) || this.#storing.has(net.id) || this.#reader.isStopped) return
    const { clock, log } = this.#options
    if (!this.isOpenTo(name, net.orgId) || clock.now() < (this.#putOff.get(net.id) ?? 0)) return
    this.#putOff.delete(net.id)
    const stored = this.#store(net, arrival)
      .catch((error: unknown) => {
        this.#putOff.set(net.id, clock.now() + retryMs)
        log.error({ err: error, netId: net.id }, 'a claim could not be stored')
      })
      .finally(() => this.#storing.delete(net.id))
    this.#storing.set(net.id, stored)
  }

  async #store(net: FieldNet, { endpoint, endpoints }: ReachedEndpoint): Promise<void> {
    const { db, now } = this.#options
    await db.tx(async (tx) => {
      await lockEndpoint(tx, endpoint)
      if (!isOpen(claimOf(await selectClaims(tx, [endpoint])), net.orgId)) return
      if (!(await insertClaim(tx, net, endpoint, now()))) return
      await deleteClaimsElsewhere(tx, net, [endpoint, ...endpoints.slice(0, endpointsMax - 1)])
    })
    // Later comers are cut off now, not when the notification comes.
    await this.#read([endpoint])
  }

  /** Reads one after another, so that results apply in order. */
  #read(endpoints: readonly Endpoint[] | null): Promise<void> {
    const read = this.#reading.then(() => this.#readNow(endpoints))
    this.#reading = read.catch(() => {})
    return read
  }

  async #readNow(endpoints: readonly Endpoint[] | null): Promise<void> {
    const byEndpoint =
      endpoints === null
        ? await this.#readAll()
        : addByEndpoint(new Map(), await selectClaims(this.#options.db.sql, endpoints))
    if (this.#reader.isStopped) return
    const names = endpoints?.map(({ name }) => name) ?? new Set([...this.#claims.keys(), ...byEndpoint.keys()])
    for (const name of names) this.#put(name, claimOf(byEndpoint.get(name) ?? []))
  }

  #readAll(): Promise<Map<string, StoredClaim[]>> {
    return this.#options.db.tx(async (tx) => {
      const byEndpoint = new Map<string, StoredClaim[]>()
      for await (const rows of allClaims(tx)) addByEndpoint(byEndpoint, rows)
      return byEndpoint
    })
  }

  #put(name: string, claim: Claim | null): void {
    if (claim === null) this.#claims.delete(name)
    else this.#claims.set(name, claim)
    for (const listener of this.#watchers.get(name) ?? []) listener()
  }
}

const addByEndpoint = (
  byEndpoint: Map<string, StoredClaim[]>,
  rows: readonly StoredClaim[],
): Map<string, StoredClaim[]> => {
  for (const row of rows) {
    const { name } = storedEndpoint(row.address, row.port)
    const others = byEndpoint.get(name)
    if (others === undefined) byEndpoint.set(name, [row])
    else others.push(row)
  }
  return byEndpoint
}

/** As the database tells it. */
const parseEndpoint = (name: string): Endpoint => {
  const [address = '', port = ''] = name.split(' ')
  return storedEndpoint(address, Number(port))
}
