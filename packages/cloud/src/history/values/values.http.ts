import { rowJson } from '@busbar/database'
import type { DeviceState } from '@busbar/polling'
import { lastReadings } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { type DeviceFacts, factsOfDevice, paramsOfOrg, shownParams } from '../facts.sql.ts'
import { netStatesOf } from '../links/net-states-of.ts'
import type { HistoryNeeds } from '../needs.ts'
import { shownLatest, shownReading, shownState, shownWidget, shownWidgetData } from './shown-values.rules.ts'
import type { values } from './values.contract.ts'
import { visibleParams } from './visible.ts'

const messages: Readonly<Record<DeviceState['state'], string | null>> = {
  ok: null,
  polling: 'The device is being read right now.',
  'backing-off': 'The device does not answer. It is asked as often as its line can spare.',
  'no-connection': 'The network is not connected.',
  'nothing-to-read': 'No parameter of the device is tracked.',
  disabled: 'The device is not read at the moment.',
}

/** When a device is read next, and why not where it is not. */
const nextRead = ({ isDeviceOff, isNetOff, lastReadOn }: DeviceFacts, { state, nextReadOn }: DeviceState) => {
  const off = isDeviceOff ? 'The device is disabled.' : isNetOff ? 'The network is disabled.' : null
  const nextReadDate = off === null && nextReadOn !== null ? new Date(nextReadOn) : null
  return rowJson({ msg: off ?? messages[state], nextReadDate, lastReadOn })
}

const quarterMs = 900_000
const quarters = 96

export const valuesHandlers: Handlers<typeof values, HistoryNeeds> = {
  lastReadings: async (call, { paramIds, lang }) => {
    const facts = await visibleParams(call, paramIds)
    const latest = await lastReadings(call.db.sql, facts)
    return Object.fromEntries(facts.map((one) => [one.id, shownReading(one, latest.get(one.id), lang)]))
  },

  lastStates: async (call, { paramIds, lang = 'en' }) => {
    const facts = await visibleParams(call, paramIds)
    const latest = await lastReadings(call.db.sql, facts)
    return Object.fromEntries(facts.map((one) => [one.id, shownState(one, latest.get(one.id), lang)]))
  },

  onTime: async ({ db, history }, { orgId, tillDate, paramIds }) => {
    const ids = await paramsOfOrg(db.sql, orgId, [...new Set(paramIds)])
    const found = await history.onTime(orgId, ids, tillDate.getTime())
    return Object.fromEntries(
      ids.map((id, index) => {
        const latest = found[index] ?? null
        return [id, latest && shownLatest(latest)]
      }),
    )
  },

  nextReadTime: async (call, { deviceId }) => {
    const facts = await factsOfDevice(call.db.sql, call.orgId, deviceId)
    if (facts === undefined) throw new Refusal('ObjectNotFound')
    const states = await netStatesOf(call, [facts.netId])
    return nextRead(facts, states.device(facts.netId, deviceId))
  },

  widgets: async ({ db, orgId }, { deviceId, lang, onlyParamsValues = false }) => {
    const params = await shownParams(db.sql, orgId, { deviceId })
    const latest = await lastReadings(db.sql, params)
    return params.map((param) => shownWidget(param, latest.get(param.id), lang, onlyParamsValues))
  },

  dashboardData: ({ history, now, orgId }, { paramId }) => {
    const current = Math.floor(now().getTime() / quarterMs) * quarterMs
    return history.means(orgId, paramId, quarterMs, current - (quarters - 1) * quarterMs, quarters)
  },

  dashboardWidgetData: async ({ db, orgId, publicUrl }, { paramId }) => {
    const [param] = await shownParams(db.sql, orgId, { paramId })
    if (param === undefined) throw new Refusal('ObjectNotFound')
    const latest = await lastReadings(db.sql, [param])
    return shownWidgetData(param, latest.get(paramId), publicUrl)
  },
}
