import type { Tx } from '../../../db/sql.ts'
import { dashboardsMax } from '../../dashboards/dashboards.contract.ts'
import {
  dashboardOf,
  insertDashboard,
  otherDashboards,
  setWidgets,
  updateDashboard,
  widgetIds,
} from '../../dashboards/dashboards.sql.ts'
import type { Document } from '../document.contract.ts'
import { allDashboards } from '../export/views.sql.ts'
import type { Part } from '../transfer.contract.ts'
import { needOnce, wrong } from './document-errors.ts'
import { movedParam, type ParamIds } from './param-ids.rules.ts'

export const dashboardsToExport = async (tx: Tx, orgId: number): Promise<Document['dashboards']> =>
  (await allDashboards(tx, orgId)).map(({ columns, refreshSec, ...rest }) => ({
    ...rest,
    settings: { columns, refreshSec },
  }))

type Given = Part['dashboards'][number]

/** Adds dashboards, and gives their new ids and what became different. */
export const importDashboards = async (
  tx: Tx,
  orgId: number,
  createdOn: Date,
  dashboards: readonly Given[],
  params: ParamIds,
): Promise<{ ids: Map<number, number>; notes: string[] }> => {
  const ids = new Map<number, number>()
  const notes: string[] = []
  needOnce(
    (index) => `dashboards.${index}.id`,
    dashboards.map(({ id }) => id),
  )
  const [, second] = dashboards.flatMap(({ isDefault }, index) => (isDefault ? [index] : []))
  if (second !== undefined) throw wrong(`dashboards.${second}.isDefault`, 'there is one default dashboard at most')
  for (const [index, dashboard] of dashboards.entries()) {
    const widgets = movedWidgets(`dashboards.${index}.widgets`, dashboard, params)
    const { name, settings, isDefault } = dashboard
    const free = isDefault ? await freeDefault(tx, orgId) : null
    if (isDefault && free === null) {
      notes.push(`dashboards.${index}.isDefault: there is one already; this one stands beside it.`)
    }
    const row = { name, ...settings, isDefault: free !== null }
    if (!row.isDefault && (await otherDashboards(tx, orgId)).length >= dashboardsMax) {
      throw wrong(`dashboards.${index}`, `there are ${dashboardsMax} dashboards`)
    }
    const id = free?.id ?? (await insertDashboard(tx, orgId, row, createdOn))
    await updateDashboard(tx, orgId, { id, ...row })
    await setWidgets(tx, orgId, id, widgets)
    ids.set(dashboard.id, id)
  }
  return { ids, notes }
}

/** Null where the default dashboard exists already; `id` is null where it has no row so far. */
const freeDefault = async (tx: Tx, orgId: number): Promise<{ id: number | null } | null> => {
  const row = await dashboardOf(tx, orgId, null)
  if (row === undefined) return { id: null }
  return (await widgetIds(tx, orgId, row.id)).length === 0 ? { id: row.id } : null
}

const movedWidgets = (where: string, { widgets }: Given, params: ParamIds): number[] => {
  needOnce((place) => `${where}.${place}`, widgets)
  return widgets.map((id, place) => movedParam(`${where}.${place}`, id, params))
}
