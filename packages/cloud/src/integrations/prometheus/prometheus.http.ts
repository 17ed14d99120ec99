import { lastReadings } from '@busbar/readings/last-values'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { statesOf } from '../../alerting/status.sql.ts'
import { metricsText } from '../../fields/metrics-text.ts'
import { netStatesOf } from '../../history/links/net-states-of.ts'
import { connectedDevices } from '../directory.sql.ts'
import type { IntegrationNeeds } from '../needs.ts'
import { readingMetrics } from './metrics.rules.ts'
import { type prometheus, seriesMax } from './prometheus.contract.ts'

export const prometheusHandlers: Handlers<typeof prometheus, IntegrationNeeds> = {
  async metrics(call, { orgId, netIds, deviceIds }) {
    const { now } = call
    const { sql } = call.db
    const isSelected = ({ id, netId }: { id: number; netId: number }): boolean =>
      (netIds === undefined || netIds.includes(netId)) && (deviceIds === undefined || deviceIds.includes(id))
    const devices = [...(await connectedDevices(sql, orgId)).values()].filter(
      (device) => !device.isDisabled && isSelected(device),
    )
    const params = devices.flatMap(({ id: deviceId, params: of }) =>
      [...of.keys()].map((id) => ({ id, deviceId, orgId })),
    )
    if (params.length > seriesMax) {
      const limit = seriesMax.toLocaleString('en')
      throw new Refusal('IncorrectRequest', `There are more than ${limit} series: ask by netIds or deviceIds.`)
    }
    const alerts = (await statesOf(sql, orgId)).map(({ slug, episode }) => ({
      name: slug,
      isActive: episode !== null && episode.closedOn === null,
    }))
    const states = await netStatesOf(call, [...new Set(devices.map(({ netId }) => netId))])
    const isConnected = (netId: number): boolean => states.status(netId)?.isConnected ?? false
    const last = await lastReadings(sql, params)
    return metricsText(readingMetrics({ devices, last, isConnected, alerts, nowMs: now().getTime() }))
  },
}
