import type { Clock } from '@busbar/kit'
import type { Message, MqttConnection, ReceivedMessage } from '@busbar/mqtt'
import type { Connector } from '../connector.ts'
import type { AlertStatus, ConnectedDevice } from '../directory.sql.ts'
import type { WriteByMessage } from './command-handler.ts'
import { dialBroker, type FindAddress } from './dial.ts'
import type { MqttSettings } from './settings.ts'
import { topicsOf } from './topics.rules.ts'

export interface BrokerOptions {
  connector: Connector<MqttSettings>
  clock: Clock
  find: FindAddress
}

export interface MqttConnectorOptions extends BrokerOptions {
  now: () => Date
  random: () => number
  publicUrl: () => string
  /** Devices of the organization as they are now. */
  devices: () => Promise<ReadonlyMap<number, ConnectedDevice>>
  /** Its alerts as they stand now. */
  alerts: () => Promise<readonly AlertStatus[]>
  write: WriteByMessage
  /** Reads polls after `from` as `history` messages, if history is enabled. */
  missedPolls: (from: number, till: number, device: ConnectedDevice) => AsyncIterable<string>
  /** Up to when everything has arrived, in ms since 1970; null where nothing has yet. */
  position: number | null
  /** Keeps that. */
  storePosition: (position: number) => Promise<void>
  /** Topics that its broker may keep of it, as they are stored, and what stores them. */
  retainedTopics: { load: () => Promise<readonly string[]>; store: (topics: readonly string[]) => Promise<void> }
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

/** Below which topic everything of a connector is. */
export const rootOf = ({ orgId, settings }: Pick<Connector<MqttSettings>, 'orgId' | 'settings'>): string =>
  settings.root ?? `busbar/${orgId}`

/** A connection to the broker of a connector; `suffix` tells several from each other. */
export const openBroker = async (
  { connector, clock, find }: BrokerOptions,
  { suffix = '', will, onMessage }: { suffix?: string; will: Message; onMessage: (message: ReceivedMessage) => void },
): Promise<{ connection: MqttConnection; isPrivate: boolean }> => {
  const { id, orgId, settings, password, clientKey } = connector
  const { url, ca, clientCert } = settings
  if (clientCert !== null && clientKey === null) throw new Error('The key to the client certificate cannot be opened.')
  const client = clientCert !== null && clientKey !== null ? { cert: clientCert, key: clientKey } : null
  // Not loaded where no broker is spoken to.
  const { MqttConnection: Connection } = await import('@busbar/mqtt/connection')
  const { socket, isPrivate } = await dialBroker(url, { orgId, ca, client, find, clock })
  const connection = new Connection({
    clock,
    socket,
    version: settings.version,
    clientId: `busbar_${orgId}_${id}${suffix}`,
    user: settings.user,
    password,
    will,
    onMessage,
  })
  await connection.open()
  return { connection, isPrivate }
}

/** Sends a message to itself through the broker: what is granted proves nothing, what arrives does. */
export const testBroker = async (
  options: BrokerOptions,
  { word, timeoutMs }: { word: string; timeoutMs: number },
): Promise<{ ok: true } | { err: string }> => {
  const topic = topicsOf(rootOf(options.connector)).test
  const { promise, resolve } = Promise.withResolvers<{ ok: true } | { err: string }>()
  const onMessage = (received: ReceivedMessage): void => {
    if (received.topic === topic && received.payload.toString() === word) resolve({ ok: true })
  }
  const message = { topic, payload: word, qos: 1, retain: false } as const
  const late = `The broker took the message and did not deliver it: does the user have the right to read ${topic}?`
  let cancel = (): void => {}
  let connection: MqttConnection | null = null
  try {
    ;({ connection } = await openBroker(options, { suffix: '-test', will: message, onMessage }))
    await connection.subscribe([topic])
    await connection.publish(message)
    cancel = options.clock.after(timeoutMs, () => resolve({ err: late }))
    return await promise
  } catch (error) {
    return { err: error instanceof Error ? error.message : String(error) }
  } finally {
    cancel()
    connection?.end()
  }
}
