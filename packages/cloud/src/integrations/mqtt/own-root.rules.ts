import { parseBrokerUrl } from '@busbar/mqtt'
import type { Connector } from '../connectors/connector.ts'
import { rootOf } from './open-broker.ts'
import type { MqttSettings } from './settings.ts'

type ConnectorRoot = Pick<Connector<MqttSettings>, 'orgId' | 'settings'>

/** Where a broker listens unless told otherwise, without TLS and with it. */
const defaultPorts: ReadonlySet<number> = new Set([1883, 8883])

/**
 * Whether connectors would publish to the same topics, and would both execute the commands sent there. A host name means the same with a dot
 * at its end. Between organizations ports are not compared: a broker listens on several, and one would get around the check by another.
 */
export const isSameTopic = (one: ConnectorRoot, other: ConnectorRoot): boolean => {
  const [a, b] = [one, other].map(({ settings }) => {
    const { host, port } = parseBrokerUrl(settings.url)
    return { host: host.toLowerCase().replace(/\.+$/, ''), port: defaultPorts.has(port) ? 0 : port }
  })
  const isSameBroker = a?.host === b?.host && (one.orgId !== other.orgId || a?.port === b?.port)
  return isSameBroker && rootOf(one) === rootOf(other)
}

/** Whether its root is the one that another organization has unless it names another. */
export const isRootOfOther = ({ orgId, settings: { root } }: ConnectorRoot): boolean =>
  root !== null && /^busbar\/\d+$/.test(root) && root !== `busbar/${orgId}`
