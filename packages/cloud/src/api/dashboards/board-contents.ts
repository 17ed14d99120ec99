import type { Queries } from '../../db/sql.ts'
import { alertIdsOf, alertsAbout, type BoardRow, boardById, namesOf, paramsByKey } from './boards.sql.ts'
import { namedIn } from './references.rules.ts'
import type { DeviceRef, Widget } from './widgets.contract.ts'

/** What a dashboard shows, as far as it is still there. */
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
  lookedAt: number | null = null,
): Promise<BoardContents | null> => {
  const board = await boardById(sql, dashboardId)
  if (board === undefined) return null
  const { orgId, widgets } = board
  const named = namedIn(widgets)
  const ofDevice = named.isOfDevice && lookedAt !== null ? [lookedAt] : []
  const there = await namesOf(sql, orgId, { ...named, deviceIds: [...named.deviceIds, ...ofDevice] })
  const idsOf = (kind: (typeof there)[number]['kind']): number[] =>
    there.filter((one) => one.kind === kind).map(({ id }) => id)
  const deviceIds = idsOf('device')
  const keyed = ofDevice.some((id) => deviceIds.includes(id))
    ? await paramsByKey(sql, orgId, lookedAt ?? 0, named.keys)
    : []
  const alarms = await alarmsOf(sql, board, lookedAt)
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
  lookedAt: number | null,
): Promise<{ widgetId: string; alertIds: number[] }[]> => {
  const lists = widgets.filter((widget): widget is Alarms => widget.kind === 'alarms')
  const scopes = lists.map(({ settings: { scope } }) => scope)
  const all = scopes.some(({ kind }) => kind === 'org') ? await alertIdsOf(sql, orgId) : []
  const deviceIds = scopes.flatMap((scope) => (scope.kind === 'device' ? (deviceOf(scope.device, lookedAt) ?? []) : []))
  const netIds = scopes.flatMap((scope) => (scope.kind === 'net' ? [scope.netId] : []))
  const about = deviceIds.length + netIds.length === 0 ? [] : await alertsAbout(sql, orgId, { deviceIds, netIds })
  const idsIn = (scope: Scope): number[] => {
    if (scope.kind === 'org') return all
    const isIn = (one: (typeof about)[number]): boolean =>
      scope.kind === 'net' ? one.netId === scope.netId : one.deviceId === deviceOf(scope.device, lookedAt)
    return [...new Set(about.filter(isIn).map(({ alertId }) => alertId))]
  }
  return lists.map(({ id, settings: { scope } }) => ({ widgetId: id, alertIds: idsIn(scope) }))
}

type Alarms = Extract<Widget, { kind: 'alarms' }>
type Scope = Alarms['settings']['scope']

/** Null where the viewer has not chosen any. */
export const deviceOf = (ref: DeviceRef, lookedAt: number | null): number | null =>
  'deviceId' in ref ? ref.deviceId : lookedAt
