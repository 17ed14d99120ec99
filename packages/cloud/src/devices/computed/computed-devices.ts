import { ChangeFeed, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { paramsOf, parseFormula } from '../../formula/parse.ts'
import { planDevices, type StoredComputed } from './computed-device.ts'
import { type ComputedRow, computedRows, inputPlaces, orgsOfNets } from './computed-devices.sql.ts'
import type { ComputedReadings } from './computed-readings.ts'

export interface ComputedDevicesOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
  readings: Pick<ComputedReadings, 'apply'>
}

/** Keeps what is computed as it is in the database right now. */
export class ComputedDevices {
  readonly #options: ComputedDevicesOptions
  readonly #feed: ChangeFeed
  /** Organizations that have computed devices. */
  readonly #orgs = new Set<number>()

  constructor(options: ComputedDevicesOptions) {
    this.#options = options
    this.#feed = new ChangeFeed({
      ...options,
      channel: 'busbar_field_changed',
      failure: 'Computed devices could not be read from the database',
      read: (names) => this.#read(names && names.map(Number)),
    })
  }

  start(): Promise<void> {
    return this.#feed.start()
  }

  stop(): Promise<void> {
    return this.#feed.stop()
  }

  /** A network that is gone may have been of any organization that has some. */
  async #read(netIds: readonly number[] | null): Promise<void> {
    const { sql } = this.#options
    const changed = await orgsOfNets(sql, netIds)
    for (const orgId of new Set([...changed, ...this.#orgs])) {
      await this.#readOrg(orgId)
      if (this.#feed.isStopped) return
    }
  }

  async #readOrg(orgId: number): Promise<void> {
    const { sql, readings } = this.#options
    const stored = (await computedRows(sql, orgId)).map(storedOf)
    const ids = new Set(stored.flatMap(({ params }) => params.flatMap(({ formula }) => paramsOf(formula))))
    const places = ids.size === 0 ? [] : await inputPlaces(sql, orgId, [...ids])
    if (this.#feed.isStopped) return
    if (stored.length === 0) this.#orgs.delete(orgId)
    else this.#orgs.add(orgId)
    readings.apply(orgId, planDevices(stored, new Map(places.map(({ id, ...place }) => [id, place]))))
  }
}

const storedOf = ({ params, ...row }: ComputedRow): StoredComputed => ({
  ...row,
  params: params.flatMap(({ formula: text, ...param }) => {
    const formula = parseFormula(text)
    return 'error' in formula ? [] : { ...param, formula }
  }),
})
