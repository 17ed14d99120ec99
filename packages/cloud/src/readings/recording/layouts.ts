import type { Queries } from '../../db/sql.ts'
import { type Cell, wider } from './cells.ts'
import type { DeviceState } from './devices.ts'
import { pruned } from './last-state.rules.ts'
import { isSameList, type Layout, type Shape, widened } from './layout.ts'
import { addLayouts, findLayouts, type WantedLayout } from './layouts.sql.ts'

/** Values of one device and one set of parameters that its present layout does not hold. */
export interface Misfit {
  readonly state: DeviceState
  readonly shape: Shape
  readonly rows: (readonly (number | null)[])[]
}

/**
 * Finds or makes a layout for each. It is committed by itself: a layout without rows does no harm. Where the device is no more there is
 * none.
 */
export const fitLayouts = async (sql: Queries, misfits: readonly Misfit[]): Promise<Map<Misfit, Layout>> => {
  const states = new Map(misfits.map(({ state }) => [state.deviceId, state]))
  const found = new Map((await findLayouts(sql, states.values())).map((device) => [device.deviceId, device]))
  const fitting = new Map<Misfit, Layout>()
  const missing = new Map<Misfit, WantedLayout>()
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
    const made = added.get(wanted.deviceId)?.find((layout) => isSame(layout, wanted))
    if (made !== undefined) fitting.set(misfit, { id: made.id, paramIds: wanted.paramIds, cells: wanted.cells })
  }
  return fitting
}

/** At least as wide as the parameter ever was. */
const cellsFor = ({ shape, rows }: Misfit, layouts: readonly Layout[]): string => {
  const widest = new Map<number, Cell>()
  for (const { paramIds, cells } of layouts) {
    paramIds.forEach((id, i) => void widest.set(id, wider(widest.get(id) ?? '0', cells[i] as Cell)))
  }
  const cells = shape.paramIds.map((id) => widest.get(id) ?? '0').join('')
  return cellsOfAll(rows, cells)
}

/** Cells that hold every row. One row may widen a cell to one that does not hold another row, so all are looked at until nothing moves. */
const cellsOfAll = (rows: Misfit['rows'], cells: string): string => {
  const next = rows.reduce(widened, cells)
  return next === cells ? cells : cellsOfAll(rows, next)
}

const isSame = (layout: Omit<Layout, 'id'>, { paramIds, cells }: Omit<Layout, 'id'>): boolean =>
  layout.cells === cells && isSameList(layout.paramIds, paramIds)
