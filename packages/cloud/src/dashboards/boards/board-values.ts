import { rowJson } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { lastReadings } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import { shownText } from '../../devices/params/names.rules.ts'
import { textIn } from '../../fields/text-in.ts'
import { netStatesOf } from '../../history/links/net-states-of.ts'
import { shownDevice } from '../../history/links/statistics.rules.ts'
import { shownState } from '../../history/values/shown-values.rules.ts'
import type { DashboardCall, DashboardNeeds } from '../needs.ts'
import { referencesIn, type WidgetReferences } from '../references.rules.ts'
import { alarmsOf } from './board-contents.ts'
import { type BoardParam, type BoardRow, boardDevices, boardParams, type KnownNames, namesOf } from './boards.sql.ts'

/** The parameters of a dashboard, each by the key that names it too. */
export interface ResolvedBoard {
  references: WidgetReferences
  params: BoardParam[]
  /** Parameters of the selected device by key. */
  byKey: ReadonlyMap<string, BoardParam>
}

/** Resolves the references of widgets. A selected device must belong to the organization. */
export const resolveBoard = async (
  { db: { sql } }: DashboardNeeds,
  { orgId, widgets }: BoardRow,
  viewedDeviceId: number | null,
): Promise<ResolvedBoard> => {
  const references = referencesIn(widgets)
  if (viewedDeviceId !== null && (await boardDevices(sql, orgId, [viewedDeviceId])).length === 0)
    throw new Refusal('ObjectNotFound')
  const params = await boardParams(sql, orgId, references.paramIds, { deviceId: viewedDeviceId, keys: references.keys })
  const keys = new Set(references.keys)
  const keyed = params.filter(({ deviceId, slug }) => deviceId === viewedDeviceId && keys.has(slug))
  return { references, params, byKey: new Map(keyed.map((param) => [param.slug, param])) }
}

/** All that widgets show of the present. */
export const boardValues = async (
  call: DashboardCall<'member' | 'share'>,
  board: BoardRow,
  viewedDeviceId: number | null,
  lang: Language = 'en',
) => {
  const { sql } = call.db
  const resolved = await resolveBoard(call, board, viewedDeviceId)
  const { references, params, byKey } = resolved
  const lastValues = await lastReadings(sql, params)
  const widgetDeviceIds = [
    ...references.deviceIds,
    ...(viewedDeviceId !== null && references.isOfDevice ? [viewedDeviceId] : []),
  ]
  const deviceIds = [...new Set([...params.map(({ deviceId }) => deviceId), ...widgetDeviceIds])]
  const devices = await boardDevices(sql, board.orgId, deviceIds)
  const states = await netStatesOf(call, [...new Set(devices.map(({ netId }) => netId))])
  return {
    values: params.map((param) => {
      const { formattedValue: _text, ...state } = shownState(param, lastValues.get(param.id), lang)
      return { ...shownParam(param, lang), ...(byKey.get(param.slug) === param && { key: param.slug }), ...state }
    }),
    devices: devices.map(({ netName, ...row }) => ({
      ...shownDevice(row, states.device(row.netId, row.deviceId)),
      netId: row.netId,
      netName,
    })),
    alarms: await alarmsOf(sql, board, viewedDeviceId),
    missing: await missingIn(call, board, resolved),
  }
}

const shownParam = (param: BoardParam, lang: Language) => {
  const { id, name, label, unitName, valueType, precision, enum: states, isTracked, isProgrammable, deviceId } = param
  const { multiplier, shift } = param
  const labels = Object.entries(states ?? {}).map(([value, stateLabel]) => {
    const texts = typeof stateLabel === 'string' ? { en: stateLabel } : stateLabel
    return [value, textIn(texts, lang) ?? value]
  })
  return {
    paramId: id,
    name: textIn(name, lang) ?? shownText(name),
    valueType,
    multiplier,
    shift,
    isTracked,
    isProgrammable,
    deviceId,
    ...rowJson({ label, unitName, precision }),
    ...(labels.length > 0 && { states: Object.fromEntries(labels) as Record<string, string> }),
  }
}

const missingIn = async (
  { db: { sql } }: DashboardNeeds,
  { orgId, known }: BoardRow,
  { references, byKey }: ResolvedBoard,
): Promise<{ kind: keyof KnownNames | 'key'; id: string; name?: string }[]> => {
  const existing = new Set((await namesOf(sql, orgId, references)).map(({ kind, id }) => `${kind} ${id}`))
  const missing = (kind: keyof KnownNames, ids: readonly number[]) =>
    ids
      .filter((id) => !existing.has(`${kind} ${id}`))
      .map((id) => {
        const name = known[kind]?.[id]
        return { kind, id: String(id), ...(name !== undefined && { name }) }
      })
  return [
    ...missing('param', references.paramIds),
    ...missing('device', references.deviceIds),
    ...missing('net', references.netIds),
    ...missing('vis', references.visIds),
    ...references.keys.filter((key) => !byKey.has(key)).map((key) => ({ kind: 'key' as const, id: key })),
  ]
}
