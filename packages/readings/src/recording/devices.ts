import type { Queries } from '@busbar/database'
import { ArrayText } from '@busbar/database/arrays'
import type { PolledParam } from '@busbar/polling'
import {
  type DeviceKey,
  findLast,
  keyColumns,
  type LastRow,
  type LastState,
  noLastState,
  pruned,
} from './last-values.ts'
import { type Cell, isSameList, type Layout, type Shape, valuesOf, widened, wider } from './row-layout.ts'

/** The recorder's copy of a device's state, which is also in the database. */
export interface DeviceState extends DeviceKey {
  last: LastState
  /** Version of its row; 0 without a row. */
  version: number
  /** Range of times that are all taken; both are null before the first poll. */
  busyFrom: number | null
  busyTill: number | null
  /** Parameters to which shape and layout apply. */
  params: readonly PolledParam[] | null
  shape: Shape | null
  layout: Layout | null
}

const ageMs = 3_600_000

/** Devices with recent polls. Others are forgotten after a while, because a device may have been deleted. */
export class Devices {
  #recent = new Map<number, DeviceState>()
  #before = new Map<number, DeviceState>()
  #agedMs: number | undefined

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

  /** Once an hour, forgets devices that were not used in the hour before. */
  age(nowMs: number): void {
    this.#agedMs ??= nowMs
    if (nowMs - this.#agedMs < ageMs) return
    this.#agedMs = nowMs
    this.#before = this.#recent
    this.#recent = new Map()
  }

  /** Loads the state of devices that are new here. */
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

/** Returns the devices that no longer exist. */
export const findGone = (sql: Queries, keys: Iterable<DeviceKey>): Promise<{ deviceId: number }[]> => {
  const [orgs, devices] = keyColumns(keys)
  return sql<{ deviceId: number }[]>`
    select u.device_id as "deviceId" from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    where not exists (select from device d where d.org_id = u.org_id and d.id = u.device_id)`
}

/** Values of one device and one set of parameters that its current layout cannot hold. */
export interface LayoutMisfit {
  readonly state: DeviceState
  readonly shape: Shape
  readonly rows: (readonly (number | null)[])[]
}

/**
 * Finds or creates a layout for each. It is committed separately: a layout without rows does no harm. A deleted device
 * gets none.
 */
export const fitLayouts = async (
  sql: Queries,
  misfits: readonly LayoutMisfit[],
): Promise<Map<LayoutMisfit, Layout>> => {
  const states = new Map(misfits.map(({ state }) => [state.deviceId, state]))
  const found = new Map((await findLayouts(sql, states.values())).map((device) => [device.deviceId, device]))
  const fitting = new Map<LayoutMisfit, Layout>()
  const missing = new Map<LayoutMisfit, WantedLayout>()
  for (const misfit of misfits) {
    const { state, shape } = misfit
    const { orgId, deviceId } = state
    const device = found.get(deviceId)
    if (device === undefined) continue
    state.last = pruned(state.last, new Set(device.paramIds))
    const wanted = { orgId, deviceId, paramIds: shape.paramIds, cells: cellsFor(misfit, device.layouts) }
    const known = device.layouts.find((layout) => isSame(layout, wanted))
    if (known === undefined) missing.set(misfit, wanted)
    else fitting.set(misfit, { ...known, paramIds: shape.paramIds })
  }
  if (missing.size === 0) return fitting
  const added = Map.groupBy(await addLayouts(sql, [...missing.values()]), ({ deviceId }) => deviceId)
  for (const [misfit, wanted] of missing) {
    const inserted = added.get(wanted.deviceId)?.find((layout) => isSame(layout, wanted))
    if (inserted !== undefined) fitting.set(misfit, { id: inserted.id, paramIds: wanted.paramIds, cells: wanted.cells })
  }
  return fitting
}

/** Cells at least as wide as any earlier ones of the parameter. */
const cellsFor = ({ shape, rows }: LayoutMisfit, layouts: readonly Layout[]): string => {
  const widest = new Map<number, Cell>()
  for (const { paramIds, cells } of layouts) {
    paramIds.forEach((id, i) => void widest.set(id, wider(widest.get(id) ?? '0', cells[i] as Cell)))
  }
  const cells = shape.paramIds.map((id) => widest.get(id) ?? '0').join('')
  return cellsOfAll(rows, cells)
}

/**
 * Returns cells that hold every row. Widening a cell for one row may exclude another, so the rows are checked until
 * nothing changes.
 */
const cellsOfAll = (rows: LayoutMisfit['rows'], cells: string): string => {
  const next = rows.reduce(widened, cells)
  return next === cells ? cells : cellsOfAll(rows, next)
}

const isSame = (layout: Omit<Layout, 'id'>, { paramIds, cells }: Omit<Layout, 'id'>): boolean =>
  layout.cells === cells && isSameList(layout.paramIds, paramIds)

/** A layout to find or create. */
interface WantedLayout extends DeviceKey, Omit<Layout, 'id'> {}

interface DeviceLayouts {
  deviceId: number
  /** All parameters of the device, tracked or not. */
  paramIds: number[]
  layouts: Layout[]
}

/** Cells only become wider, so the newest layouts are the widest. */
const layoutsMax = 16

/** Newest layouts of each device, newest first. Deleted devices are omitted. */
const findLayouts = async (sql: Queries, keys: Iterable<DeviceKey>): Promise<DeviceLayouts[]> => {
  const [orgs, devices] = keyColumns(keys)
  const found = await sql<Omit<DeviceLayouts, 'layouts'>[]>`
    select d.id as "deviceId", array(select p.id from param p where p.org_id = d.org_id and p.device_id = d.id) as "paramIds"
    from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
    join device d on d.org_id = u.org_id and d.id = u.device_id`
  const layouts = await sql<(Layout & { deviceId: number })[]>`
    select id, "deviceId", "paramIds", cells from (
      select l.id, l.device_id as "deviceId", l.param_ids as "paramIds", l.cells,
        row_number() over (partition by l.org_id, l.device_id order by l.id desc) as place
      from unnest(${orgs}::bigint[], ${devices}::bigint[]) as u (org_id, device_id)
      join layout l on l.org_id = u.org_id and l.device_id = u.device_id
    ) numbered where place <= ${layoutsMax} order by id desc`
  const byDevice = Map.groupBy(layouts, ({ deviceId }) => deviceId)
  return found.map((device) => ({
    ...device,
    layouts: (byDevice.get(device.deviceId) ?? []).map(({ id, paramIds, cells }) => ({ id, paramIds, cells })),
  }))
}

/** Creates layouts with their IDs. Those of deleted devices are omitted. */
const addLayouts = (sql: Queries, wanted: readonly WantedLayout[]): Promise<(Layout & { deviceId: number })[]> => {
  const [orgs, devices] = keyColumns(wanted)
  const [paramIds, cells] = [new ArrayText(), new ArrayText()]
  for (const layout of wanted) {
    paramIds.addArray(`{${layout.paramIds.join()}}`)
    cells.addText(layout.cells)
  }
  return sql<(Layout & { deviceId: number })[]>`
    insert into layout (org_id, device_id, param_ids, cells)
    select d.org_id, d.id, u.param_ids::bigint[], u.cells
    from unnest(${orgs}::bigint[], ${devices}::bigint[], ${paramIds.toString()}::text[], ${cells.toString()}::text[])
      as u (org_id, device_id, param_ids, cells)
    join device d on d.org_id = u.org_id and d.id = u.device_id
    returning id, device_id as "deviceId", param_ids as "paramIds", cells`
}
