import { parseBrokerUrl } from '@busbar/mqtt'
import type { Connector } from '../connector.ts'
import { rootOf } from './open-broker.ts'
import type { MqttSettings } from './settings.ts'

type ConnectorRoot = Pick<Connector<MqttSettings>, 'orgId' | 'settings'>

/** Where a broker listens unless told otherwise, without TLS and with it. */
const defaultPorts: ReadonlySet<number> = new Set([1883, 8883])

/** The same for connectors that would publish to the same topics, and would both do what is asked there. */
export const brokerAndRoot = (connector: ConnectorRoot): string => {
  const { host, port } = parseBrokerUrl(connector.settings.url)
  return `${host.toLowerCase()}:${defaultPorts.has(port) ? '' : port} ${rootOf(connector)}`
}

/** Whether its root is the one that another organization has unless it names another. */
export const isRootOfOther = ({ orgId, settings: { root } }: ConnectorRoot): boolean =>
  root !== null && /^busbar\/\d+$/.test(root) && root !== `busbar/${orgId}`
