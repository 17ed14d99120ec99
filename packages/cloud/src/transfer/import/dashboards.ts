import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@busbar/database'
import { updateBoard } from '../../dashboards/boards/boards.sql.ts'
import { knownNamesIn } from '../../dashboards/boards/save-board.ts'
import { dashboardsMax } from '../../dashboards/dashboards.contract.ts'
import {
  dashboardOf,
  insertDashboard,
  otherDashboards,
  tileIds,
  updateDashboard,
} from '../../dashboards/dashboards.sql.ts'
import { overlapping } from '../../dashboards/grid.rules.ts'
import { type NewId, referencesIn, withIds } from '../../dashboards/references.rules.ts'
import { retiled, tileParam } from '../../dashboards/tiles.rules.ts'
import type { Variable, Widget } from '../../dashboards/widgets.contract.ts'
import type { Document } from '../document.contract.ts'
import { allDashboards, type ExportedBoard } from '../export/views.sql.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError, needUnique } from './document-errors.ts'
import { nameOf } from './import.rules.ts'
import { movedOrGone, movedParam, type ParamIds } from './param-ids.rules.ts'

/** Other objects of a document that widgets may name. */
export interface DocumentIds {
  params: ReadonlySet<number>
  devices: ReadonlySet<number>
  networks: ReadonlySet<number>
  visualizations: ReadonlySet<number>
}

export const dashboardsToExport = async (
  tx: Tx,
  orgId: number,
  documentIds: DocumentIds,
): Promise<Document['dashboards']> =>
  (await allDashboards(tx, orgId)).map((board) => {
    const { id, name, isDefault, columns, refreshSec, variable } = board
    const tiles = board.widgets.toSorted((a, b) => a.order - b.order).flatMap((widget) => tileParam(widget) ?? [])
    const widgets = [...new Set(tiles)].filter((paramId) => documentIds.params.has(paramId))
    return {
      id,
      name,
      isDefault,
      settings: { columns, refreshSec },
      widgets,
      ...(!isTiles(board, widgets) && { grid: board.widgets.filter((widget) => isShown(widget, documentIds)) }),
      ...(variable !== null && { variable: documentVariable(variable, board) }),
    }
  })

/** Returns whether the ordered parameters describe the dashboard completely. */
const isTiles = ({ columns, widgets }: ExportedBoard, paramIds: readonly number[]): boolean =>
  isDeepStrictEqual(retiled([], { columns, paramIds: [] }, { columns, paramIds }), widgets)

/** A widget of a device, a network or a drawing that is gone shows nothing and is left behind. Parameters that are gone have ids in a document. */
const isShown = (widget: Widget, { devices, networks, visualizations }: DocumentIds): boolean => {
  const { deviceIds, netIds, visIds } = referencesIn([widget])
  return (
    deviceIds.every((id) => devices.has(id)) &&
    netIds.every((id) => networks.has(id)) &&
    visIds.every((id) => visualizations.has(id))
  )
}

const documentVariable = (
  { kind, templateId }: Variable,
  { shippedTemplate }: ExportedBoard,
): NonNullable<Document['dashboards'][number]['variable']> =>
  shippedTemplate === null ? { kind, templateId } : { kind, shippedTemplate }

type ImportedDashboard = Part['dashboards'][number]

/** Which ids the parts of a document have now. */
export interface NewIds {
  params: ParamIds
  templates: ReadonlyMap<number, number>
  networks: ReadonlyMap<number, number>
  devices: ReadonlyMap<number, number>
  visualizations: ReadonlyMap<number, number>
  /** Shipped templates by name. */
  shipped: ReadonlyMap<string, number>
}

/** Adds dashboards, and gives their new ids and what became different. */
export const importDashboards = async (
  tx: Tx,
  orgId: number,
  createdOn: Date,
  dashboards: readonly ImportedDashboard[],
  ids: NewIds,
): Promise<{ ids: Map<number, number>; notes: string[] }> => {
  const newIds = new Map<number, number>()
  const notes: string[] = []
  needUnique(
    (index) => `dashboards.${index}.id`,
    dashboards.map(({ id }) => id),
  )
  const [, second] = dashboards.flatMap(({ isDefault }, index) => (isDefault ? [index] : []))
  if (second !== undefined)
    throw documentError(`dashboards.${second}.isDefault`, 'there is one default dashboard at most')
  for (const [index, dashboard] of dashboards.entries()) {
    const widgets = movedWidgets(`dashboards.${index}`, dashboard, ids, notes)
    const variable = importedVariable(`dashboards.${index}.variable`, dashboard, ids, notes)
    const { name, settings, isDefault } = dashboard
    const free = isDefault ? await freeDefault(tx, orgId) : null
    if (isDefault && free === null) {
      notes.push(`dashboards.${index}.isDefault: there is one already; this one stands beside it.`)
    }
    const row = { name, ...settings, isDefault: free !== null }
    if (!row.isDefault && (await otherDashboards(tx, orgId)).length >= dashboardsMax) {
      throw documentError(`dashboards.${index}`, `there are ${dashboardsMax} dashboards`)
    }
    const id = free?.id ?? (await insertDashboard(tx, orgId, row, createdOn))
    await updateDashboard(tx, orgId, { id, ...row })
    const known = await knownNamesIn(tx, orgId, widgets)
    await updateBoard(tx, { orgId, id }, { ...row, variable, widgets, known }, { on: createdOn, name: null })
    newIds.set(dashboard.id, id)
  }
  return { ids: newIds, notes }
}

/** Null where the default dashboard exists already; `id` is null where it has no row so far. */
const freeDefault = async (tx: Tx, orgId: number): Promise<{ id: number | null } | null> => {
  const row = await dashboardOf(tx, orgId, null)
  if (row === undefined) return { id: null }
  return (await tileIds(tx, orgId, row.id)).length === 0 ? { id: row.id } : null
}

const movedWidgets = (
  where: string,
  { widgets: tiles, grid, settings: { columns } }: ImportedDashboard,
  ids: NewIds,
  notes: string[],
): Widget[] => {
  needUnique((index) => `${where}.widgets.${index}`, tiles)
  const paramIds = tiles.map((id, index) => movedParam(`${where}.widgets.${index}`, id, ids.params))
  if (grid === undefined) return retiled([], { columns, paramIds: [] }, { columns, paramIds })
  needUnique(
    (index) => `${where}.grid.${index}.id`,
    grid.map(({ id }) => id),
  )
  const [, twice] = overlapping(grid) ?? []
  if (twice !== undefined) throw documentError(`${where}.grid.${twice}.place`, 'lies on another widget')
  return grid.flatMap((widget, index) => {
    const at = `${where}.grid.${index}`
    // Drawings of earlier parts are not known any more.
    if (widget.kind === 'picture' && !ids.visualizations.has(widget.settings.visId)) {
      notes.push(`${at}: its visualization is not in this part; the widget is left out.`)
      return []
    }
    return [withIds(widget, newIdIn(ids), `${at}.settings`)]
  })
}

const newIdIn =
  ({ params, devices, networks, visualizations }: NewIds): NewId =>
  (field, id, where) => {
    if (field === 'paramId') return movedOrGone(where, id, params)
    const [moved, what] = {
      deviceId: [devices.get(id), 'device'] as const,
      netId: [networks.get(id), 'network'] as const,
      visId: [visualizations.get(id), 'visualization'] as const,
    }[field]
    if (moved === undefined) throw documentError(where, `no ${what} of the document is ${id}`)
    return moved
  }

const importedVariable = (
  where: string,
  { variable }: ImportedDashboard,
  ids: NewIds,
  notes: string[],
): Variable | null => {
  if (variable === undefined) return null
  const { kind, templateId, shippedTemplate } = variable
  const ownTemplate = templateId === undefined ? undefined : ids.templates.get(templateId)
  if (templateId !== undefined && ownTemplate === undefined) {
    throw documentError(`${where}.templateId`, `no template of the document is ${templateId}`)
  }
  const moved = ownTemplate ?? (shippedTemplate && ids.shipped.get(nameOf(shippedTemplate)))
  if (moved === undefined) notes.push(`${where}: this installation does not have the template.`)
  return moved === undefined ? null : { kind, templateId: moved }
}
