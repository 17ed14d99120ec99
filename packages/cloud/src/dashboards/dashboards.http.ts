import { lastReadings, readerOf } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { record } from '../accounts/audit/record.ts'
import { type DomainHandlers, type Handlers, withNeeds } from '../accounts/call.ts'
import { isoTime } from '../fields/iso-time.ts'
import { shownWidgetData } from '../history/values/shown-values.rules.ts'
import type { boards } from './boards/boards.contract.ts'
import { boardsHandlers } from './boards/boards.http.ts'
import { addWidgets, changeDashboard, storedDashboard } from './change-dashboard.ts'
import { type dashboards, dashboardsMax, defaultSettings } from './dashboards.contract.ts'
import {
  type DashboardRef,
  type DashboardRow,
  dashboardOf,
  deleteDashboard,
  insertDashboard,
  type LightRow,
  lightRows,
  otherDashboards,
  widgetFacts,
} from './dashboards.sql.ts'
import type { DashboardCall, DashboardNeeds } from './needs.ts'
import type { overview } from './overview/overview.contract.ts'
import { overviewHandlers } from './overview/overview.http.ts'
import type { shareLinks } from './share-links/share-links.contract.ts'
import { shareLinksHandlers } from './share-links/share-links.http.ts'
import type { shared } from './share-links/shared.contract.ts'
import { sharedHandlers } from './share-links/shared.http.ts'
import type { visualizations } from './visualizations/visualizations.contract.ts'
import { visualizationsHandlers } from './visualizations/visualizations.http.ts'

/** Last values in the order of the widgets. A text is no number, so it has a time alone. */
const shownLight = (rows: readonly LightRow[]) =>
  rows
    .flatMap((row) => {
      const reading = readerOf(row)
      return row.widgets.map(({ paramId, position }) => ({ paramId, position, last: reading(paramId).last }))
    })
    .toSorted((a, b) => a.position - b.position || a.paramId - b.paramId)
    .map(({ paramId, last }) => ({
      paramId,
      ...(last?.number != null && { lastValue: last.number }),
      ...(last !== null && { lastReadOn: isoTime(last.readOn) }),
    }))

const dashboardsHandlers: Handlers<typeof dashboards, DashboardNeeds> = {
  get: async (call, { orgId }) =>
    shownDashboard(call, null, (await dashboardOf(call.db.sql, orgId, null)) ?? defaultSettings),
  light: async ({ db, orgId }) => shownLight(await lightRows(db.sql, orgId, null)),
  change: (call, changes) => changeDashboard(call, null, changes),
  addWidgets: (call, { paramIds }) => addWidgets(call, null, paramIds),

  list: async ({ db }, { orgId }) => otherDashboards(db.sql, orgId),

  create: (call, { orgId, name, settings }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { length } = await otherDashboards(tx, orgId)
      if (length >= dashboardsMax) throw new Refusal('IncorrectRequest', `body: there are ${dashboardsMax} dashboards`)
      const { columns = defaultSettings.columns, refreshSec = defaultSettings.refreshSec } = settings ?? {}
      const after = { name, isDefault: false, columns, refreshSec }
      const id = await insertDashboard(tx, orgId, after, call.now())
      await record(tx, orgId, call, { action: 'dashboard.create', objectKind: 'dashboard', objectId: id, after })
      return { id }
    }),

  getOne: async (call, { dashboardId }) => {
    const row = await storedDashboard(call.db.sql, call.orgId, dashboardId)
    return { id: row.id, name: row.name, ...(await shownDashboard(call, dashboardId, row)) }
  },

  lightOne: async ({ db, orgId }, { dashboardId }) => shownLight(await lightRows(db.sql, orgId, dashboardId)),
  changeOne: (call, { dashboardId, ...changes }) => changeDashboard(call, dashboardId, changes),
  addWidgetsToOne: (call, { dashboardId, paramIds }) => addWidgets(call, dashboardId, paramIds),

  delete: (call, { dashboardId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await storedDashboard(tx, orgId, dashboardId)
      if (before.isDefault) throw new Refusal('IncorrectRequest', 'dashboardId: the default dashboard stays')
      await deleteDashboard(tx, orgId, dashboardId)
      await record(tx, orgId, call, {
        action: 'dashboard.delete',
        objectKind: 'dashboard',
        objectId: dashboardId,
        before,
      })
      return {}
    }),
}

const shownDashboard = async (
  { db: { sql }, orgId, publicUrl }: DashboardCall<'member'>,
  which: DashboardRef,
  { columns, refreshSec }: Pick<DashboardRow, 'columns' | 'refreshSec'>,
) => {
  const facts = await widgetFacts(sql, orgId, which)
  const lastValues = await lastReadings(sql, facts)
  const widgets = facts.map((one, index) => ({
    position: index + 1,
    ...shownWidgetData(one, lastValues.get(one.id), publicUrl),
  }))
  return { settings: { columns, refreshSec }, widgets }
}

interface DashboardContract {
  overview: typeof overview
  dashboards: typeof dashboards
  boards: typeof boards
  shareLinks: typeof shareLinks
  shared: typeof shared
  visualizations: typeof visualizations
}

/** Handlers of all endpoints for dashboards and share links. */
export const dashboardHandlers = (needs: DashboardNeeds): DomainHandlers<DashboardContract> =>
  withNeeds<DashboardContract, DashboardNeeds>(
    {
      overview: overviewHandlers,
      dashboards: dashboardsHandlers,
      boards: boardsHandlers,
      shareLinks: shareLinksHandlers,
      shared: sharedHandlers,
      visualizations: visualizationsHandlers,
    },
    needs,
  )
