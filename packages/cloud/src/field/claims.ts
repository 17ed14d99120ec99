import type { Clock } from '@busbar/kit'
import type { Transactions } from '../db/open.ts'
import { ToldReader } from '../db/told-reader.ts'
import type { FieldNet } from '../directory/net.ts'
import { type Claim, claimOf, isOpen } from './claims.rules.ts'
import {
  allClaims,
  deleteClaimsElsewhere,
  insertClaim,
  lockPlace,
  type StoredClaim,
  selectClaims,
} from './claims.sql.ts'
import { type Place, storedPlace } from './place.rules.ts'

export interface ClaimsOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  log: { error(details: object, message: string): void }
}

/** What a connection leads to, and what else its host led to when it was dialled. */
export interface Arrival {
  place: Place
  places: readonly Place[]
}

const channel = 'busbar_claim_changed'
const retryMs = 60_000
/** Addresses of one name that its network may hold at once. */
const placesMax = 16

/**
 * Whose the addresses are that the field is dialled at. A network that reads something at a place holds it, and from then on the place is
 * its organization's. All claims are in memory, so that links come up again while the database is away.
 */
export class Claims {
  readonly #options: ClaimsOptions
  readonly #claims = new Map<string, Claim>()
  readonly #watchers = new Map<string, Set<() => void>>()
  /** Claims that are being stored, by network. */
  readonly #storing = new Map<number, Promise<void>>()
  /** Networks whose claims could not be stored, and until when that is not tried again. */
  readonly #putOff = new Map<number, number>()
  readonly #reader: ToldReader
  #reading: Promise<void> = Promise.resolve()

  constructor(options: ClaimsOptions) {
    this.#options = options
    this.#reader = new ToldReader({
      ...options,
      sql: options.db.sql,
      channel,
      failure: 'Claims of addresses could not be read from the database',
      read: (names) => this.#read(names && names.map(placeOfName)),
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

  /** The networks that hold a place. */
  holders(placeName: string): ReadonlySet<number> {
    return this.#claims.get(placeName)?.netIds ?? new Set()
  }

  /** Tells when a place may have become somebody else's; the answer ends it. */
  watch(placeName: string, listener: () => void): () => void {
    const listeners = this.#watchers.get(placeName) ?? new Set()
    this.#watchers.set(placeName, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#watchers.get(placeName) === listeners) this.#watchers.delete(placeName)
    }
  }

  /** A network has read something there: it holds the place, unless that is another organization's. */
  proved(net: FieldNet, arrival: Arrival): void {
    const { name } = arrival.place
    if (this.#claims.get(name)?.netIds.has(net.id) || this.#storing.has(net.id) || this.#reader.isStopped) return
    const { clock, log } = this.#options
    if (!this.isOpenTo(name, net.orgId) || clock.now() < (this.#putOff.get(net.id) ?? 0)) return
    this.#putOff.delete(net.id)
    const stored = this.#store(net, arrival)
      .catch((error: unknown) => {
        this.#putOff.set(net.id, clock.now() + retryMs)
        log.error({ err: error, netId: net.id }, 'a claim was not stored')
      })
      .finally(() => this.#storing.delete(net.id))
    this.#storing.set(net.id, stored)
  }

  async #store(net: FieldNet, { place, places }: Arrival): Promise<void> {
    const { db, now } = this.#options
    await db.tx(async (tx) => {
      await lockPlace(tx, place)
      if (!isOpen(claimOf(await selectClaims(tx, [place])), net.orgId)) return
      if (!(await insertClaim(tx, net, place, now()))) return
      await deleteClaimsElsewhere(tx, net, [place, ...places.slice(0, placesMax - 1)])
    })
    // Whoever came second is cut off now, and not when the database tells of it.
    await this.#read([place])
  }

  /** One after another: what was read first is put first. */
  #read(places: readonly Place[] | null): Promise<void> {
    const read = this.#reading.then(() => this.#readNow(places))
    this.#reading = read.catch(() => {})
    return read
  }

  async #readNow(places: readonly Place[] | null): Promise<void> {
    const byPlace =
      places === null ? await this.#readAll() : addByPlace(new Map(), await selectClaims(this.#options.db.sql, places))
    if (this.#reader.isStopped) return
    const names = places?.map(({ name }) => name) ?? new Set([...this.#claims.keys(), ...byPlace.keys()])
    for (const name of names) this.#put(name, claimOf(byPlace.get(name) ?? []))
  }

  #readAll(): Promise<Map<string, StoredClaim[]>> {
    return this.#options.db.tx(async (tx) => {
      const byPlace = new Map<string, StoredClaim[]>()
      for await (const rows of allClaims(tx)) addByPlace(byPlace, rows)
      return byPlace
    })
  }

  #put(name: string, claim: Claim | null): void {
    if (claim === null) this.#claims.delete(name)
    else this.#claims.set(name, claim)
    for (const listener of this.#watchers.get(name) ?? []) listener()
  }
}

const addByPlace = (byPlace: Map<string, StoredClaim[]>, rows: readonly StoredClaim[]): Map<string, StoredClaim[]> => {
  for (const row of rows) {
    const { name } = storedPlace(row.address, row.port)
    const others = byPlace.get(name)
    if (others === undefined) byPlace.set(name, [row])
    else others.push(row)
  }
  return byPlace
}

/** As the database tells it. */
const placeOfName = (name: string): Place => {
  const [address = '', port = ''] = name.split(' ')
  return storedPlace(address, Number(port))
}
