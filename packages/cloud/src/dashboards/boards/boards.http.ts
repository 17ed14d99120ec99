import { type Queries, rowJson, type Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { SharedAccess, SharedObject } from '../../accounts/access/shared-contents.ts'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { paramsOfOrg } from '../../history/facts.sql.ts'
import { dashboardsMax, defaultSettings } from '../dashboards.contract.ts'
import { insertDashboard, otherDashboards } from '../dashboards.sql.ts'
import { overlapping } from '../grid.rules.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import { referencesIn, withIds } from '../references.rules.ts'
import type { Variable, Widget } from '../widgets.contract.ts'
import { boardHistory } from './board-history.ts'
import { boardValues } from './board-values.ts'
import { boardBytesMax, type boards } from './boards.contract.ts'
import {
  type BoardRow,
  boardById,
  boardsOf,
  devicesOfTemplate,
  paramsByPath,
  pathsOf,
  templateOf,
} from './boards.sql.ts'
import { saveBoard } from './save-board.ts'

/** Refuses what no single widget can be blamed for. */
const checkWidgets = (widgets: readonly Widget[]): void => {
  const seen = new Set<string>()
  for (const [index, { id }] of widgets.entries()) {
    if (seen.has(id)) throw new Refusal('IncorrectRequest', `body.widgets.${index}.id: ${id} is there twice`)
    seen.add(id)
  }
  const pair = overlapping(widgets)
  if (pair !== null) {
    throw new Refusal('IncorrectRequest', `body.widgets.${pair[1]}.place: lies on the one of widgets.${pair[0]}`)
  }
  if (Buffer.byteLength(JSON.stringify(widgets)) > boardBytesMax) {
    throw new Refusal('IncorrectRequest', `body.widgets: has more than ${boardBytesMax} bytes`)
  }
}

/** Device to show: share links show the device that was shared, and no other. */
const viewedDevice = (shared: SharedAccess | null, chosen: number | null): number | null =>
  shared === null ? chosen : deviceOf(shared.link.object)

const deviceOf = (object: SharedObject): number | null => (object.kind === 'dashboard' ? object.deviceId : null)

/** Without who changed it. */
const boardForLink = <Board extends { changedBy?: string }>({ changedBy: _by, ...board }: Board) => board

interface BoardValues {
  values: readonly { isProgrammable: boolean }[]
  devices: readonly { modbusUnitId: number }[]
}

/** Without addresses, and nothing to be written. */
const valuesForLink = <Shown extends BoardValues>(shown: Shown): Shown => ({
  ...shown,
  values: shown.values.map((value) => ({ ...value, isProgrammable: false })),
  devices: shown.devices.map((device) => ({ ...device, modbusUnitId: 0 })),
})

/** Widgets of a document, with parameters by their paths: a document of elsewhere may have ids that are others' here. Without a path the id counts. */
const importedWidgets = async (
  tx: Tx,
  orgId: number,
  widgets: readonly Widget[],
  paths: Readonly<Record<string, readonly string[]>>,
): Promise<Widget[]> => {
  const paramIds = referencesIn(widgets).paramIds
  const withPath = paramIds.flatMap((id) => (paths[id] === undefined ? [] : [{ id, path: paths[id] }]))
  const byPath = new Map((await paramsByPath(tx, orgId, withPath)).map(({ id, paramId }) => [id, paramId]))
  const ownIds = new Set(await paramsOfOrg(tx, orgId, paramIds))
  const newId = (id: number): number => {
    const localId = byPath.get(id) ?? (ownIds.has(id) && paths[id] === undefined ? id : undefined)
    if (localId !== undefined) return localId
    throw new Refusal('ObjectNotFound', `There is no parameter ${paths[id]?.join('/') ?? id}.`)
  }
  return widgets.map((widget) => withIds(widget, (field, id) => (field === 'paramId' ? newId(id) : id)))
}

const nameCharsMax = 200

export const boardsHandlers: Handlers<typeof boards, DashboardNeeds> = {
  list: async ({ db }, { orgId }) => (await boardsOf(db.sql, orgId)).map(rowJson),

  get: async ({ db: { sql }, orgId, shared }, { dashboardId }) => {
    const board = await storedBoard(sql, orgId, dashboardId)
    const { id, name, isDefault, version, changedOn, changedBy, refreshSec, variable, widgets } = board
    const template = variable === null ? undefined : await templateOf(sql, orgId, variable.templateId)
    const shown = {
      ...rowJson({ id, name, isDefault, version, changedOn, changedBy, refreshSec }),
      ...(variable !== null && { variable: { ...variable, templateName: template?.name ?? '' } }),
      widgets,
    }
    return shared === null ? shown : boardForLink(shown)
  },

  save: (call, { dashboardId, version, ...input }) => {
    checkWidgets(input.widgets)
    return call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await storedBoard(tx, orgId, dashboardId)
      if (before.version !== version) {
        const { changedOn, changedBy } = before
        return { result: 'changed' as const, version: before.version, ...rowJson({ changedOn, changedBy }) }
      }
      const { name = before.name, variable = before.variable, refreshSec = before.refreshSec, widgets } = input
      const after = { name, variable, refreshSec, widgets }
      if (!(await saveBoard(tx, call, before, after))) return { result: 'saved' as const, version }
      await record(tx, orgId, call, {
        action: 'dashboard.save',
        objectKind: 'dashboard',
        objectId: dashboardId,
        ...difference(auditedBoard(before), auditedBoard(after)),
      })
      return { result: 'saved' as const, version: version + 1 }
    })
  },

  duplicate: (call, { dashboardId }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, call.orgId)
      const board = await storedBoard(tx, call.orgId, dashboardId)
      const name = `${board.name.slice(0, nameCharsMax - 4)} (2)`
      return { id: await addBoard(tx, call, 'dashboard.duplicate', { ...board, name }, board) }
    }),

  export: async ({ db: { sql }, orgId }, { dashboardId }) => {
    const { name, variable, widgets } = await storedBoard(sql, orgId, dashboardId)
    const paths = await pathsOf(sql, orgId, referencesIn(widgets).paramIds)
    return {
      format: 'busbar-dashboard' as const,
      formatVersion: 1 as const,
      name,
      variable,
      widgets,
      paths: Object.fromEntries(paths.map(({ id, path }) => [id, path])),
    }
  },

  import: (call, { orgId, name, variable = null, widgets, paths = {} }) => {
    checkWidgets(widgets)
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const imported = await importedWidgets(tx, orgId, widgets, paths)
      return { id: await addBoard(tx, call, 'dashboard.import', { name, variable, widgets: imported }) }
    })
  },

  devices: async ({ db: { sql }, orgId }, { dashboardId }) => {
    const { variable } = await storedBoard(sql, orgId, dashboardId)
    return variable === null ? [] : devicesOfTemplate(sql, orgId, variable.templateId)
  },

  values: async (call, { dashboardId, lookedAt = null, lang }) => {
    const board = await storedBoard(call.db.sql, call.orgId, dashboardId)
    const shown = await boardValues(call, board, viewedDevice(call.shared, lookedAt), lang)
    return call.shared === null ? shown : valuesForLink(shown)
  },

  history: async (call, { dashboardId, lookedAt = null }) =>
    boardHistory(call, await storedBoard(call.db.sql, call.orgId, dashboardId), viewedDevice(call.shared, lookedAt)),

  preview: async (call, { dashboardId, widgets, lookedAt = null, lang }) => {
    const board = { ...(await storedBoard(call.db.sql, call.orgId, dashboardId)), widgets }
    return { now: await boardValues(call, board, lookedAt, lang), past: await boardHistory(call, board, lookedAt) }
  },
}

const storedBoard = async (sql: Queries, orgId: number, dashboardId: number): Promise<BoardRow> => {
  const board = await boardById(sql, dashboardId)
  if (board === undefined || board.orgId !== orgId) throw new Refusal('ObjectNotFound')
  return board
}

interface NewBoard {
  name: string
  variable: Variable | null
  widgets: Widget[]
}

/** Makes a dashboard. What was there before, of the one that it is a copy of, may be gone. */
const addBoard = async (
  tx: Tx,
  call: DashboardCall<'member'>,
  action: AuditAction,
  { name, variable, widgets }: NewBoard,
  copied: Pick<BoardRow, 'variable' | 'widgets' | 'known'> = { variable: null, widgets: [], known: {} },
): Promise<number> => {
  const { orgId } = call
  if ((await otherDashboards(tx, orgId)).length >= dashboardsMax) {
    throw new Refusal('IncorrectRequest', `body: there are ${dashboardsMax} dashboards`)
  }
  const row = { name, isDefault: false, ...defaultSettings }
  const id = await insertDashboard(tx, orgId, row, call.now())
  await saveBoard(tx, call, { ...copied, ...row, orgId, id, name: '' }, { ...row, variable, widgets })
  const after = auditedBoard({ name, variable, widgets })
  await record(tx, orgId, call, { action, objectKind: 'dashboard', objectId: id, after })
  return id
}

/** Records are kept for years: which widgets there are, and not all that they hold. */
const auditedBoard = ({ name, refreshSec, variable, widgets }: NewBoard & { refreshSec?: number }) => ({
  name,
  ...(refreshSec !== undefined && { refreshSec }),
  templateId: variable?.templateId ?? null,
  widgets: widgets.map(({ id, kind, title }) => `${kind} ${id} ${title}`.trim()),
  paramIds: referencesIn(widgets).paramIds,
})
