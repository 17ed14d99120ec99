import { hash } from 'node:crypto'
import type { Queries } from '@busbar/database'
import type { Action, AlertParam, Condition, FollowUp, JudgedAlert, QuietTimes } from '../alert.ts'
import type { CoveringWindow, Dependency } from '../holds.ts'
import {
  type ActionRow,
  type AlertRow,
  actionRows,
  alertRows,
  type ConditionRow,
  type CoverRow,
  conditionRows,
  coverRows,
  dependencyRows,
  type NetRow,
  netRows,
} from '../store/alerts.sql.ts'

/** These alerts, and the service's own about these networks. */
export const readAlerts = async (
  sql: Queries,
  ids: readonly number[],
  netIds: readonly number[],
): Promise<Map<number, WatchedAlert>> => {
  // Runs the queries one after another: a change in between is reported and read again.
  const rows = await alertRows(sql, ids)
  const conditions = new Map((await conditionRows(sql, ids)).map((row) => [row.alertId, row.conditions]))
  const actions = new Map((await actionRows(sql, ids)).map((row) => [row.alertId, row.actions]))
  const all = [...conditions.values()].flat()
  const alertNets = new Set(all.map(([, , , , , , , netId]) => netId))
  const deviceIds = [...new Set(all.map(([, , , , , , deviceId]) => deviceId))]
  const covers = ids.length === 0 ? [] : await coverRows(sql, { alertIds: ids, deviceIds, netIds: [...alertNets] })
  const requestedNets = new Set(netIds)
  const nets = await netRows(sql, [...alertNets.union(requestedNets)])
  const quiet = new Map<number, QuietTimes>()
  for (const { id, activeHours, windows } of nets) if (windows !== null) quiet.set(id, { activeHours, windows })

  const dependencies = Map.groupBy(ids.length === 0 ? [] : await dependencyRows(sql, ids), ({ alertId }) => alertId)

  const alerts = new Map<number, WatchedAlert>()
  for (const row of rows) {
    const parts = {
      row,
      conditions: conditions.get(row.id) ?? [],
      actions: actions.get(row.id) ?? [],
      quiet,
      covers,
      dependsOn: dependencies.get(row.id) ?? [],
    }
    alerts.set(row.id, watchedAlert(parts))
  }
  for (const net of nets) if (requestedNets.has(net.id)) alerts.set(-net.id, netAlert(net))
  return alerts
}

interface AlertParts {
  row: AlertRow
  conditions: readonly ConditionRow[]
  actions: readonly ActionRow[]
  /** The quiet times of networks that have any. */
  quiet: ReadonlyMap<number, QuietTimes>
  /** Maintenance windows, each as often as it covers something, in their order. */
  covers: readonly CoverRow[]
  dependsOn: readonly Dependency[]
}

const noParams: ReadonlyMap<number, WatchedParam> = new Map()
const noNets: ReadonlyMap<number, QuietTimes> = new Map()
const revisionDigits = 12

/** A number for the content: the same after a restart, and another when anything in it is another. */
const revisionOf = (content: unknown): number =>
  Number.parseInt(hash('sha1', JSON.stringify(content)).slice(0, revisionDigits), 16)

/**
 * Leaves out conditions of disabled devices, which are not polled; they restart when the device is enabled. An alert
 * that needs all its conditions sleeps meanwhile.
 */
function watchedAlert({ row, conditions: all, actions: items, quiet, covers, ...parts }: AlertParts): WatchedAlert {
  const conditions = all.filter(([, , , , , , , , , isOff]) => !isOff)
  const isAsleep = conditions.length < all.length && row.conditionLogic === 'all'
  const isEnabled = row.isEnabled && !isAsleep
  const { name, isCriticalHeld, isPushed, ...rest } = row
  const nets = netsOf(conditions, quiet)
  const maintenance = maintenanceOf(row.id, conditions, covers)
  const isHeld = row.logAs !== 'critical' || isCriticalHeld
  const dependsOn = isHeld ? parts.dependsOn.map(({ id, name: parent }) => ({ id, name: parent })) : []
  return {
    ...rest,
    name,
    ...(isPushed && { isPushed }),
    isEnabled,
    conditions: conditions.map(conditionOf),
    actions: items.filter(([, stage]) => stage === 'active').map(actionOf),
    followUps: items.flatMap(followUpOf),
    revision: revisionOf([
      rest,
      isEnabled,
      conditions,
      isPushed ? [...items, 'push'] : items,
      [...nets],
      maintenance,
      dependsOn,
    ]),
    params: new Map(conditions.map(paramOf)),
    nets,
    maintenance,
    dependsOn,
  }
}

const netsOf = (conditions: readonly ConditionRow[], quiet: AlertParts['quiet']): ReadonlyMap<number, QuietTimes> => {
  if (quiet.size === 0) return noNets
  const ids = new Set(conditions.map(([, , , , , , , netId]) => netId))
  const nets = new Map([...ids].flatMap((id) => entryOf(id, quiet.get(id))))
  return nets.size === 0 ? noNets : nets
}

const entryOf = (id: number, times: QuietTimes | undefined): [number, QuietTimes][] => (times ? [[id, times]] : [])

/** Returns the part of an alert that each window covers: all of it, or its conditions. */
const maintenanceOf = (
  alertId: number,
  conditions: readonly ConditionRow[],
  covers: readonly CoverRow[],
): CoveringWindow[] => {
  const byId = new Map<number, CoveringWindow>()
  for (const { netId, deviceId, alertId: ofAlert, ...window } of covers) {
    const covered = conditions.flatMap(([, paramId, , , , , ofDevice, ofNet]) =>
      ofDevice === deviceId || ofNet === netId ? [paramId] : [],
    )
    const earlier = byId.get(window.id)
    if (ofAlert === alertId) byId.set(window.id, { ...window, paramIds: null })
    else if (covered.length > 0 && earlier?.paramIds !== null)
      byId.set(window.id, { ...window, paramIds: [...new Set([...(earlier?.paramIds ?? []), ...covered])] })
  }
  return [...byId.values()]
}

const conditionOf = ([id, paramId, kind, value, holdSec, deadband]: ConditionRow): Condition => ({
  id,
  paramId,
  kind,
  value,
  holdSec,
  deadband,
})

const paramOf = ([, paramId, , , , , deviceId, netId, periodSec]: ConditionRow): [number, WatchedParam] => [
  paramId,
  { deviceId, netId, periodSec },
]

const actionOf = ([id, , timeoutMinutes, type, recepient, paramId, value]: ActionRow): Action => ({
  id,
  timeoutMinutes,
  type,
  recepient,
  paramId,
  value,
})

const followUpOf = (row: ActionRow): FollowUp[] => {
  const [, stage] = row
  return stage === 'active' ? [] : [{ ...actionOf(row), stage }]
}

/** Time for which a network must be connected again before its outage ends. */
const outageHoldOffSec = 60

/**
 * The service's own alert about a network: every outage leaves one record in the organization's log, as a failure. The
 * network's policy, if any, notifies contacts.
 */
function netAlert({ orgId, id: netId, name, isEnabled, activeHours, windows, ...outage }: NetRow): WatchedAlert {
  const { afterMinutes, isEscalated } = outage
  const holdSec = afterMinutes * 60
  const nets = windows === null ? noNets : new Map([[netId, { activeHours, windows }]])
  return {
    orgId,
    id: -netId,
    name,
    conditionLogic: 'any',
    logAs: 'failure',
    conditions: [{ id: netId, paramId: 0, kind: 'net-down', value: netId, holdSec, deadband: 0 }],
    actions: [],
    followUps: [],
    isEnabled,
    holdOffSec: outageHoldOffSec,
    maxAgeSec: null,
    mute: null,
    activeHours: null,
    windows: [],
    maintenance: [],
    dependsOn: [],
    isEscalated,
    revision: revisionOf([isEnabled, [...nets], holdSec, isEscalated]),
    params: noParams,
    nets,
    isOutageHeldBack: false,
  }
}

interface WatchedParam extends AlertParam {
  deviceId: number
}

/** As it is judged, and with where its readings come from. */
export interface WatchedAlert extends JudgedAlert {
  params: ReadonlyMap<number, WatchedParam>
}
