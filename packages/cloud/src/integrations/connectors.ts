import type { Sql } from '@busbar/database'
import { type Clock, Mutex } from '@busbar/kit'
import { MqttRefused } from '@busbar/mqtt'
import type { History } from '@busbar/readings'
import { connectorKeyPlace, connectorPlace } from '../accounts/sealing/connector-place.ts'
import type { Secrets } from '../accounts/sealing/secrets.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { Connector, ConnectorState, KindAndSettings, RunningConnector } from './connector.ts'
import {
  type ConnectorRow,
  enabledConnectors,
  findConnector,
  retainedTopicsOf,
  setDevicePositions,
  setPosition,
  setRetainedTopics,
} from './connectors.sql.ts'
import { DeletedConnectors } from './deleted-connectors.ts'
import { alertStatuses, type ConnectedDevice, connectedDevices, lastTries } from './directory.sql.ts'
import type { WriteByMessage } from './mqtt/command-handler.ts'
import type { FindAddress } from './mqtt/dial.ts'
import { MqttConnector } from './mqtt/mqtt-connector.ts'
import { type BrokerOptions, openBroker, rootOf, testBroker } from './mqtt/open-broker.ts'
import { shownValue } from './mqtt/payload.rules.ts'
import { topicsOf } from './mqtt/topics.rules.ts'
import { RemoteWriteConnector } from './remote-write/remote-write-connector.ts'
import { sendSeries } from './remote-write/send.ts'

/** Clears retained topics of a deleted connector on its broker. Throws if the broker cannot be reached. */
export const clearRetained = async (
  options: BrokerOptions,
  topics: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const will = { topic: topicsOf(rootOf(options.connector)).test, payload: '', qos: 0, retain: false } as const
  const { connection } = await openBroker(options, { suffix: '-gone', will, onMessage: () => {} })
  const end = (): void => connection.end()
  signal.addEventListener('abort', end)
  const left = [...topics]
  const forgetNext = async (): Promise<void> => {
    for (let topic = left.pop(); topic !== undefined; topic = left.pop()) {
      try {
        await connection.publish({ topic, payload: '', qos: 1, retain: true })
      } catch (error) {
        // Topics that the broker does not let us write cannot have been retained.
        if (!(error instanceof MqttRefused)) throw error
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: connection.inFlightMax }, forgetNext))
  } finally {
    signal.removeEventListener('abort', end)
    connection.end()
  }
}

export interface ConnectorsOptions {
  sql: Sql
  secrets: Secrets
  clock: Clock
  now: () => Date
  random: () => number
  find: FindAddress
  publicUrl: () => string
  history: Pick<History, 'allRaw' | 'stream'>
  live: Pick<LiveHub, 'follow'>
  /** In the name of a connector. */
  write: (
    connector: { orgId: number; name: string },
    ...command: Parameters<WriteByMessage>
  ) => ReturnType<WriteByMessage>
  log: { info(details: object, message: string): void; error(details: object, message: string): void }
  /** True if one of several nodes runs them, and any node may change their settings. */
  isShared?: boolean
}

interface ConnectorEntry {
  orgId: number
  connector: RunningConnector
  unfollow: () => void
}

const testMs = 5000
const channel = 'busbar_connector'

/** Everything that sends readings of organizations elsewhere, while it runs. */
export class Connectors {
  readonly #options: ConnectorsOptions
  readonly #running = new Map<number, ConnectorEntry>()
  readonly #mutex = new Mutex()
  #isStopped = false
  #unlisten: () => Promise<void> = async () => {}
  readonly #deleted: DeletedConnectors

  constructor(options: ConnectorsOptions) {
    this.#options = options
    this.#deleted = new DeletedConnectors({
      ...options,
      clearRetained: async (row, topics, signal) => {
        if (row.kind !== 'mqtt') return
        await clearRetained({ ...options, connector: this.#connectorOf(row, row.settings) }, topics, signal)
      },
    })
  }

  async start(): Promise<void> {
    const { sql, isShared = false, log } = this.#options
    this.#isStopped = false
    if (isShared) {
      const onFailed = (error: unknown): void => log.error({ err: error }, 'a connector could not be changed')
      let isFirst = true
      // After an outage: what was changed meanwhile was not told.
      const onBegin = (): void => {
        if (!isFirst) void this.#applyAll().catch(onFailed)
        isFirst = false
      }
      const onNotify = (name: string): void => {
        const [orgId = 0, id = 0] = name.split(' ').map(Number)
        void this.#apply(orgId, id).catch(onFailed)
      }
      this.#unlisten = await sql.listen(channel, onNotify, onBegin)
    }
    for (const row of await enabledConnectors(sql)) this.#begin(row)
    this.#deleted.start()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#unlisten()
    this.#unlisten = async () => {}
    await this.#deleted.stop()
    await Promise.all([...this.#running.keys()].map((id) => this.#end(id)))
  }

  /** Applies changed settings, or a deletion. */
  async apply(orgId: number, id: number): Promise<void> {
    const { sql, isShared = false } = this.#options
    if (isShared) await sql`select pg_notify(${channel}, ${`${orgId} ${id}`})`
    else await this.#apply(orgId, id)
  }

  async #applyAll(): Promise<void> {
    const stored = await enabledConnectors(this.#options.sql)
    const running = Array.from(this.#running, ([id, { orgId }]) => ({ id, orgId }))
    const all = new Map([...running, ...stored].map(({ id, orgId }) => [id, orgId]))
    for (const [id, orgId] of all) await this.#apply(orgId, id)
  }

  async #apply(orgId: number, id: number): Promise<void> {
    const unlock = await this.#mutex.lock()
    try {
      const row = await findConnector(this.#options.sql, orgId, id)
      await this.#end(id)
      if (row?.isEnabled === true && !this.#isStopped) this.#begin(row)
      if (row === undefined && !this.#isStopped) this.#deleted.check()
    } finally {
      unlock()
    }
  }

  /** Null for one that does not run. */
  state(id: number): ConnectorState | null {
    return this.#running.get(id)?.connector.state() ?? null
  }

  states(): { id: number; orgId: number; state: ConnectorState }[] {
    return [...this.#running].map(([id, { orgId, connector }]) => ({ id, orgId, state: connector.state() }))
  }

  /**
   * Tests whether a message returns from the broker, over a separate connection, or whether an empty batch of samples
   * is accepted.
   */
  async test(row: ConnectorRow): Promise<{ ok: true } | { err: string }> {
    if (row.kind === 'mqtt') {
      const options = { ...this.#options, connector: this.#connectorOf(row, row.settings) }
      return testBroker(options, { word: `test ${this.#options.random()}`, timeoutMs: testMs })
    }
    const outcome = await sendSeries({ ...this.#options, connector: this.#connectorOf(row, row.settings) }, [])
    if (outcome === 'taken') return { ok: true }
    return { err: 'again' in outcome ? outcome.again : outcome.refused }
  }

  #begin(row: ConnectorRow): void {
    const connector = this.#create(row)
    const unfollow = this.#options.live.follow(row.orgId, connector)
    this.#running.set(row.id, { orgId: row.orgId, connector, unfollow })
    connector.start()
  }

  async #end(id: number): Promise<void> {
    const running = this.#running.get(id)
    if (running === undefined) return
    this.#running.delete(id)
    running.unfollow()
    await running.connector.stop()
  }

  #connectorOf<Settings extends KindAndSettings['settings']>(
    row: ConnectorRow,
    settings: Settings,
  ): Connector<Settings> {
    const { id, orgId, name, sealedPassword, sealedClientKey } = row
    const unseal = (place: string, sealed: Buffer | null): string | null =>
      sealed === null ? null : (this.#options.secrets.open(place, sealed)?.toString() ?? null)
    const password = unseal(connectorPlace(orgId, id), sealedPassword)
    const clientKey = unseal(connectorKeyPlace(orgId, id), sealedClientKey)
    return { id, orgId, name, settings, password, clientKey }
  }

  #create(row: ConnectorRow): RunningConnector {
    const { sql, write, history } = this.#options
    const { id, orgId, positionOn, devicePositions } = row
    const devices = () => connectedDevices(sql, orgId)
    if (row.kind === 'prometheus') {
      return new RemoteWriteConnector({
        ...this.#options,
        connector: this.#connectorOf(row, row.settings),
        devices,
        recorded: () => lastTries(sql, orgId),
        positions: devicePositions,
        storePositions: async (positions) => void (await setDevicePositions(sql, id, positions)),
      })
    }
    const connector = this.#connectorOf(row, row.settings)
    return new MqttConnector({
      ...this.#options,
      connector,
      devices,
      alerts: () => alertStatuses(sql, orgId),
      position: positionOn?.getTime() ?? null,
      write: (...command) => write(connector, ...command),
      missedPolls: (from, till, device) => missedPolls(history, orgId, device, from, till),
      storePosition: async (position) => void (await setPosition(sql, id, new Date(position))),
      retainedTopics: {
        load: () => retainedTopicsOf(sql, id),
        store: async (topics) => void (await setRetainedTopics(sql, id, topics)),
      },
    })
  }
}

/** Yields polls of a device in a span as history messages. */
async function* missedPolls(
  history: Pick<History, 'stream'>,
  orgId: number,
  device: ConnectedDevice,
  from: number,
  till: number,
): AsyncGenerator<string> {
  const params = [...device.params.values()]
  if (params.length === 0) return
  for await (const { times, columns } of history.stream(
    orgId,
    params.map(({ id }) => id),
    from,
    till,
  )) {
    for (const [at, time] of times.entries()) {
      const fields = params.flatMap((param, index) => {
        const column = columns[index]
        const value = shownValue(param, column?.values[at] ?? null, column?.texts.get(time))
        return value === null ? [] : [[param.slug, value] as const]
      })
      yield JSON.stringify({ ...Object.fromEntries(fields), t: new Date(time).toISOString(), replay: true })
    }
  }
}
