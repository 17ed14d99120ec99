import type { Queries } from '../../db/sql.ts'
import type { PolledParam } from '../poll.ts'
import { type DeviceKey, findLast, keyColumns, type LastRow, type LastState, noLastState } from './last-values.ts'
import { type Layout, type Shape, valuesOf } from './row-layout.ts'

/** What the recorder remembers of a device: all of it is in the database as well. */
export interface DeviceState extends DeviceKey {
  last: LastState
  /** Of its row; 0 when there is none. */
  version: number
  /** Times that are known to be taken, without a gap, up to the latest that was given; both are null before the first. */
  busyFrom: number | null
  busyTill: number | null
  /** For polls of these parameters. */
  params: readonly PolledParam[] | null
  shape: Shape | null
  layout: Layout | null
}

/** The devices that are heard of. Those that fell silent are forgotten after a while: a device may be no more. */
export class Devices {
  #recent = new Map<number, DeviceState>()
  #before = new Map<number, DeviceState>()

  get(deviceId: number): DeviceState | undefined {
    const recent = this.#recent.get(deviceId)
    if (recent !== undefined) return recent
    const before = this.#before.get(deviceId)
    if (before !== undefined) this.#recent.set(deviceId, before)
    return before
  }

  forget(deviceId: number): void {
    this.#recent.delete(deviceId)
    this.#before.delete(deviceId)
  }

  /** Forgets what was not asked for since the last time. */
  age(): void {
    this.#before = this.#recent
    this.#recent = new Map()
  }

  /** Reads what is known of devices that are new here. */
  async load(sql: Queries, keys: ReadonlyMap<number, DeviceKey>): Promise<void> {
    const rows = new Map((await findLast(sql, keys.values())).map((row) => [row.deviceId, row]))
    for (const { orgId, deviceId } of keys.values()) {
      const row = rows.get(deviceId)
      const last = row === undefined ? noLastState : lastOf(row)
      this.#recent.set(deviceId, {
        orgId,
        deviceId,
        last,
        version: row?.version ?? 0,
        busyFrom: null,
        busyTill: null,
        params: null,
        shape: null,
        layout: null,
      })
    }
  }
}

const lastOf = (row: LastRow): LastState => {
  const { readOn, layoutId, paramIds, cells, errors, failedOn } = row
  const layout = layoutId !== null && paramIds !== null && cells !== null ? { id: layoutId, paramIds, cells } : null
  return {
    readOn,
    layout,
    values: layout === null ? [] : valuesOf(layout, row),
    older: knownOf(row.older),
    texts: knownOf(row.texts),
    errors: errors && JSON.stringify(errors),
    failedOn,
  }
}

const knownOf = <T>(entries: Record<string, [T, number]> | null): Map<number, [T, number]> | null =>
  entries && new Map(Object.entries(entries).map(([id, entry]) => [Number(id), entry]))

/** Those of the devices that are no more. */
export const findGone = (sql: Queries, keys: Iterable<DeviceKey>): Promise<{ deviceId: number }[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<{ deviceId: number }[]>`
    select u.device_id as "deviceId" from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    where not exists (select from device d where d.org_id = u.org_id and d.id = u.device_id)`
}
