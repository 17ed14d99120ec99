import type { LastReading } from '@busbar/readings/last-values'
import type { Metric } from '../../fields/metrics-text.ts'
import type { ConnectedDevice } from '../directory.sql.ts'
import { readingLabels, readingMetric } from './series.ts'

const periodsMax = 3
const staleMsMin = 60_000

export interface MetricsFacts {
  devices: readonly ConnectedDevice[]
  last: ReadonlyMap<number, LastReading>
  isConnected: (netId: number) => boolean
  alerts: readonly { name: string; isActive: boolean }[]
  nowMs: number
}

/** The number that is true now; null where there is none. */
const numberOf = (reading: LastReading | undefined, periodSec: number, nowMs: number): number | null => {
  if (reading === undefined || reading.error !== null || reading.last === null) return null
  const staleMs = Math.max(staleMsMin, periodsMax * periodSec * 1000)
  return nowMs - reading.last.readOn > staleMs ? null : reading.last.number
}

/** Without times: what is missing is then gone for Prometheus at once, and does not linger for five minutes. */
export const readingMetrics = ({ devices, last, isConnected, alerts, nowMs }: MetricsFacts): Metric[] => {
  const current = devices.map((device) => {
    const { periodSec } = device
    const samples = [...device.params.values()].flatMap((param) => {
      const value = numberOf(last.get(param.id), periodSec, nowMs)
      return value === null ? [] : [{ labels: readingLabels(device, param), value }]
    })
    return { device, samples }
  })
  const nets = new Map(devices.map(({ netId, net }) => [netId, net]))
  return [
    {
      name: readingMetric,
      type: 'gauge',
      help: 'Last value of a parameter, where it is no older than three periods; numbers beyond 2^53 lose digits.',
      samples: current.flatMap(({ samples }) => samples),
    },
    {
      name: 'busbar_device_up',
      type: 'gauge',
      help: 'Whether anything of a device is known to be true now.',
      samples: current.map(({ device: { net, slug }, samples }) => ({
        labels: { net, device: slug },
        value: samples.length > 0 ? 1 : 0,
      })),
    },
    {
      name: 'busbar_network_up',
      type: 'gauge',
      help: 'Whether a network is connected.',
      samples: [...nets].map(([netId, net]) => ({ labels: { net }, value: isConnected(netId) ? 1 : 0 })),
    },
    {
      name: 'busbar_alert_active',
      type: 'gauge',
      help: 'Whether an alert is active.',
      samples: alerts.map(({ name, isActive }) => ({ labels: { alert: name }, value: isActive ? 1 : 0 })),
    },
  ]
}
