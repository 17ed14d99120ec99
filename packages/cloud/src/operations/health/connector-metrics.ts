import type { Metric } from '../../fields/metrics-text.ts'
import type { ConnectorState } from '../../integrations/connector.ts'

const counters = {
  sent: 'Messages that brokers of organizations have taken; or samples.',
  coalesced: 'Messages in whose place a newer one went.',
  dropped: 'Messages for which there was no room; samples that were refused.',
  replayed: 'Messages about what was missed; samples that were sent from the database.',
  commands: 'Commands that came as messages.',
} as const

/** Metrics of readings that connectors send. */
export const connectorMetrics = (states: readonly { id: number; orgId: number; state: ConnectorState }[]): Metric[] => {
  const samples = (of: (state: ConnectorState) => number) =>
    states.map(({ id, orgId, state }) => ({
      labels: { org: String(orgId), connector: String(id) },
      value: of(state),
    }))
  return [
    {
      name: 'busbar_connector_connected',
      type: 'gauge',
      help: 'Whether the broker of a connector is connected; whether samples were taken when they were last sent.',
      samples: samples(({ isConnected }) => (isConnected ? 1 : 0)),
    },
    ...(Object.keys(counters) as (keyof typeof counters)[]).map((name) => ({
      name: `busbar_connector_${name}_total`,
      type: 'counter' as const,
      help: counters[name],
      samples: samples((state) => state[name]),
    })),
  ]
}
