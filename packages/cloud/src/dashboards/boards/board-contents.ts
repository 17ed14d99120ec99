import type { Queries } from '@busbar/database'
import { referencesIn } from '../references.rules.ts'
import type { DeviceRef, Widget } from '../widgets.contract.ts'
import { alertIdsOf, alertsAbout, type BoardRow, boardById, namesOf, paramsByKey } from './boards.sql.ts'

/** Existing objects that a dashboard shows. */
export interface BoardContents {
  orgId: number
  paramIds: number[]
  deviceIds: number[]
  netIds: number[]
  alertIds: number[]
  visIds: number[]
}

/** All that a viewer of a dashboard may see of it; of one for any device of a template, with this device. Null: there is no such dashboard. */
export const boardContents = async (
  sql: Queries,
  dashboardId: number,
  viewedDeviceId: number | null = null,
): Promise<BoardContents | null> => {
  const board = await boardById(sql, dashboardId)
  if (board === undefined) return null
  const { orgId, widgets } = board
  const references = referencesIn(widgets)
  const viewedIds = references.isOfDevice && viewedDeviceId !== null ? [viewedDeviceId] : []
  const existing = await namesOf(sql, orgId, { ...references, deviceIds: [...references.deviceIds, ...viewedIds] })
  const idsOf = (kind: (typeof existing)[number]['kind']): number[] =>
    existing.filter((one) => one.kind === kind).map(({ id }) => id)
  const deviceIds = idsOf('device')
  const keyed = viewedIds.some((id) => deviceIds.includes(id))
    ? await paramsByKey(sql, orgId, viewedDeviceId ?? 0, references.keys)
    : []
  const alarms = await alarmsOf(sql, board, viewedDeviceId)
  return {
    orgId,
    paramIds: [...new Set([...idsOf('param'), ...keyed.map(({ id }) => id)])],
    deviceIds,
    netIds: idsOf('net'),
    alertIds: [...new Set(alarms.flatMap(({ alertIds }) => alertIds))],
    visIds: idsOf('vis'),
  }
}

/** The alerts of each list of alarms. */
export const alarmsOf = async (
  sql: Queries,
  { orgId, widgets }: Pick<BoardRow, 'orgId' | 'widgets'>,
  viewedDeviceId: number | null,
): Promise<{ widgetId: string; alertIds: number[] }[]> => {
  const lists = widgets.filter((widget): widget is Alarms => widget.kind === 'alarms')
  const scopes = lists.map(({ settings: { scope } }) => scope)
  const all = scopes.some(({ kind }) => kind === 'org') ? await alertIdsOf(sql, orgId) : []
  const deviceIds = scopes.flatMap((scope) =>
    scope.kind === 'device' ? (deviceIdOf(scope.device, viewedDeviceId) ?? []) : [],
  )
  const netIds = scopes.flatMap((scope) => (scope.kind === 'net' ? [scope.netId] : []))
  const objectAlerts =
    deviceIds.length + netIds.length === 0 ? [] : await alertsAbout(sql, orgId, { deviceIds, netIds })
  const idsIn = (scope: Scope): number[] => {
    if (scope.kind === 'org') return all
    const isIn = (one: (typeof objectAlerts)[number]): boolean =>
      scope.kind === 'net' ? one.netId === scope.netId : one.deviceId === deviceIdOf(scope.device, viewedDeviceId)
    return [...new Set(objectAlerts.filter(isIn).map(({ alertId }) => alertId))]
  }
  return lists.map(({ id, settings: { scope } }) => ({ widgetId: id, alertIds: idsIn(scope) }))
}

type Alarms = Extract<Widget, { kind: 'alarms' }>
type Scope = Alarms['settings']['scope']

/** Null where the viewer has not chosen any. */
export const deviceIdOf = (ref: DeviceRef, viewedDeviceId: number | null): number | null =>
  'deviceId' in ref ? ref.deviceId : viewedDeviceId
