import { ChangeFeed, type Queries, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { paramsOf, parseFormula } from '../../formula/parse.ts'
import { planDevices, type StoredComputed } from './computed-device.ts'
import type { ComputedReadings } from './computed-readings.ts'

interface ComputedRow {
  orgId: number
  id: number
  netId: number
  periodSec: number
  params: { id: number; formula: string; precision: number | null }[]
}

/** Organizations that have computed devices, or whose networks changed. */
const orgsOfNets = async (sql: Queries, netIds: readonly number[] | null): Promise<number[]> => {
  const rows =
    netIds === null
      ? await sql<{ orgId: number }[]>`select distinct org_id as "orgId" from device where is_computed`
      : await sql<{ orgId: number }[]>`
          select distinct n.org_id as "orgId" from net n
          where n.id = any(${netIds}::bigint[])
            and exists (select 1 from device d where d.org_id = n.org_id and d.is_computed)`
  return rows.map(({ orgId }) => orgId)
}

/** Enabled devices with their tracked parameters. */
const computedRows = (sql: Queries, orgId: number) => sql<ComputedRow[]>`
  select d.org_id as "orgId", d.id, d.net_id as "netId", d.update_period_sec as "periodSec",
         coalesce((select json_agg(json_build_object('id', p.id, 'formula', p.formula, 'precision', p.precision))
           from param p where p.org_id = d.org_id and p.device_id = d.id and p.is_tracked), '[]') as params
  from device d join net n on n.org_id = d.org_id and n.id = d.net_id
  where d.org_id = ${orgId} and d.is_computed and d.disabled_on is null and n.disabled_on is null
  order by d.id`

const inputPlaces = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  { id: number; deviceId: number; periodSec: number }[]
>`
  select p.id, p.device_id as "deviceId", d.update_period_sec as "periodSec"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[])`

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
