import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { AuditAction } from '../accounts/audit/actions.ts'
import { difference } from '../accounts/audit/difference.rules.ts'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { record } from '../accounts/audit/record.ts'
import { paramsOfOrg } from '../history/facts.sql.ts'
import { boardById } from './boards/boards.sql.ts'
import { saveBoard } from './boards/save-board.ts'
import { defaultSettings } from './dashboards.contract.ts'
import {
  type DashboardRef,
  type DashboardRow,
  dashboardOf,
  insertDashboard,
  tileIds,
  updateDashboard,
} from './dashboards.sql.ts'
import type { DashboardCall } from './needs.ts'
import { retiled } from './tiles.rules.ts'
import { widgetsMax } from './widgets.contract.ts'

/**
 * Widgets in their new order: those of `first`, then the others as they were, without those of `removed`. Null when either names one
 * that is not there.
 */
export const arranged = (
  current: readonly number[],
  first: readonly number[] = [],
  removed: readonly number[] = [],
): number[] | null => {
  const currentIds = new Set(current)
  if (![...first, ...removed].every((id) => currentIds.has(id))) return null
  const removedIds = new Set(removed)
  return [...new Set([...first, ...current])].filter((id) => !removedIds.has(id))
}

interface DashboardChanges {
  name?: string | undefined
  settings?: { columns?: number | undefined; refreshSec?: number | undefined } | undefined
  widgetOrder?: readonly number[] | undefined
  removeParamIds?: readonly number[] | undefined
}

/** Editable fields of a dashboard. */
type DashboardContent = Pick<DashboardRow, 'name' | 'columns' | 'refreshSec'> & { widgets: number[] }

export const changeDashboard = (
  call: DashboardCall<'member'>,
  which: DashboardRef,
  changes: DashboardChanges,
): Promise<Record<string, never>> =>
  changeContent(call, which, 'dashboard.change', (_, before) => {
    const widgets = arranged(before.widgets, changes.widgetOrder, changes.removeParamIds)
    if (widgets === null) throw new Refusal('ObjectNotFound', 'The dashboard has no such widget.')
    const { columns = before.columns, refreshSec = before.refreshSec } = changes.settings ?? {}
    return { name: changes.name ?? before.name, columns, refreshSec, widgets }
  })

/** Puts parameters of the organization behind the widgets that are there. */
export const addWidgets = (
  call: DashboardCall<'member'>,
  which: DashboardRef,
  paramIds: readonly number[],
): Promise<Record<string, never>> =>
  changeContent(call, which, 'dashboard.add-widgets', async (tx, before) => {
    const newIds = [...new Set(paramIds)]
    const ownIds = await paramsOfOrg(tx, call.orgId, newIds)
    if (ownIds.length < newIds.length) throw new Refusal('ObjectNotFound')
    return { ...before, widgets: [...new Set([...before.widgets, ...newIds])] }
  })

export const storedDashboard = async (sql: Queries, orgId: number, dashboardId: number): Promise<DashboardRow> => {
  const row = await dashboardOf(sql, orgId, dashboardId)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

/** Brings a dashboard from one state to the next, alone. The default one is made here if it has no row so far. */
const changeContent = (
  call: DashboardCall<'member'>,
  which: DashboardRef,
  action: AuditAction,
  next: (tx: Tx, before: DashboardContent) => DashboardContent | Promise<DashboardContent>,
): Promise<Record<string, never>> =>
  call.db.tx(async (tx) => {
    const { orgId } = call
    await lockOrg(tx, orgId)
    const row = which === null ? await defaultRow(tx, call) : await storedDashboard(tx, orgId, which)
    const { id, name, columns, refreshSec } = row
    const before = { name, columns, refreshSec, widgets: await tileIds(tx, orgId, id) }
    const after = await next(tx, before)
    const board = await boardById(tx, id)
    if (board === undefined) throw new Refusal('ObjectNotFound')
    const widgets = retiled(
      board.widgets,
      { columns, paramIds: before.widgets },
      { columns: after.columns, paramIds: after.widgets },
    )
    if (widgets.length > Math.max(widgetsMax, board.widgets.length)) {
      throw new Refusal('IncorrectRequest', `body.paramIds: a dashboard has at most ${widgetsMax} widgets`)
    }
    await updateDashboard(tx, orgId, { ...row, ...after })
    await saveBoard(tx, call, { ...board, refreshSec: after.refreshSec }, { ...board, ...after, widgets })
    await record(tx, orgId, call, { action, objectKind: 'dashboard', objectId: id, ...difference(before, after) })
    return {}
  })

/** The default dashboard, made where it has no row so far. */
export const defaultRow = async (tx: Tx, { orgId, now }: DashboardCall<'member'>): Promise<DashboardRow> => {
  const row = await dashboardOf(tx, orgId, null)
  if (row !== undefined) return row
  const dashboard = { name: 'Dashboard', isDefault: true, ...defaultSettings }
  return { id: await insertDashboard(tx, orgId, dashboard, now()), ...dashboard }
}
