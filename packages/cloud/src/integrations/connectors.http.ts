import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Queries } from '@busbar/database'
import { parseBrokerUrl } from '@busbar/mqtt'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { record } from '../accounts/audit/record.ts'
import type { Handlers } from '../accounts/call.ts'
import { connectorKeyPlace, connectorPlace } from '../accounts/sealing/connector-place.ts'
import type { Connector } from './connector.ts'
import { type connectors, connectorsMax } from './connectors.contract.ts'
import {
  type ConnectorRow,
  connectorsOf,
  deleteConnector,
  enabledConnectors,
  findConnector,
  insertConnector,
  lockConnectors,
  markDeleted,
  retainedTopicsOf,
  setClientKey,
  setPassword,
  updateConnector,
} from './connectors.sql.ts'
import type { Connectors } from './connectors.ts'
import { rootOf } from './mqtt/open-broker.ts'
import type { MqttSettings } from './mqtt/settings.ts'
import type { IntegrationNeeds } from './needs.ts'

type ConnectorRoot = Pick<Connector<MqttSettings>, 'orgId' | 'settings'>

/** Default ports of brokers, without TLS and with it. */
const defaultPorts: ReadonlySet<number> = new Set([1883, 8883])

/**
 * Returns whether two connectors would publish to the same topics and execute the same commands. A trailing dot in a
 * host name makes no difference. Ports are not compared between organizations: a broker listens on several, so another
 * port would circumvent the check.
 */
const isSameTopic = (one: ConnectorRoot, other: ConnectorRoot): boolean => {
  const [a, b] = [one, other].map(({ settings }) => {
    const { host, port } = parseBrokerUrl(settings.url)
    return { host: host.toLowerCase().replace(/\.+$/, ''), port: defaultPorts.has(port) ? 0 : port }
  })
  const isSameBroker = a?.host === b?.host && (one.orgId !== other.orgId || a?.port === b?.port)
  return isSameBroker && rootOf(one) === rootOf(other)
}

/** Returns whether the root is the default root of another organization. */
const isRootOfOther = ({ orgId, settings: { root } }: ConnectorRoot): boolean =>
  root !== null && /^busbar\/\d+$/.test(root) && root !== `busbar/${orgId}`

const parsed = <Value>(read: () => Value, problem: string): Value => {
  try {
    return read()
  } catch {
    throw new Refusal('IncorrectRequest', problem)
  }
}

/** Refuses a certificate without its key, a key without its certificate, and two that do not belong together. */
function needPair(certificate: string | null, key: string | null): void {
  if (certificate === null && key === null) return
  if (certificate === null) throw new Refusal('IncorrectRequest', 'body.settings.clientCert: is needed with a key')
  if (key === null) throw new Refusal('IncorrectRequest', 'body.clientKey: is needed with a client certificate')
  const cert = parsed(() => new X509Certificate(certificate), 'body.settings.clientCert: is no certificate')
  const privateKey = parsed(() => createPrivateKey(key), 'body.clientKey: is no key, or needs a passphrase')
  if (!cert.checkPrivateKey(privateKey))
    throw new Refusal('IncorrectRequest', 'body.clientKey: does not belong to the certificate')
}

/**
 * Refuses a connector below whose root another one works at the same broker: each would say of its own devices what the other says of its own, and a command
 * would be done by both. `ownId` is null for a new one. Where the other is another organization's, the message does not mention it.
 */
const needOwnRoot = async (
  tx: Queries,
  connector: { orgId: number; settings: MqttSettings; isEnabled: boolean },
  ownId: number | null,
): Promise<void> => {
  if (isRootOfOther(connector)) {
    throw new Refusal(
      'IncorrectRequest',
      'body.settings.root: busbar/ and a number is for the organization of that number',
    )
  }
  if (!connector.isEnabled) return
  await lockConnectors(tx)
  for (const { id, orgId, name, kind, settings } of await enabledConnectors(tx)) {
    if (id === ownId || kind !== 'mqtt' || !isSameTopic(connector, { orgId, settings })) continue
    const problem =
      orgId === connector.orgId ? `the connector ${name} has this topic at this broker` : 'choose another topic'
    throw new Refusal('IncorrectRequest', `body.settings.root: ${problem}`)
  }
}

export const connectorsHandlers: Handlers<typeof connectors, IntegrationNeeds> = {
  async list(call, { orgId }) {
    const rows = await connectorsOf(call.db.sql, orgId)
    const reported = (await call.nodes?.report('connectors')) as ReturnType<Connectors['states']> | undefined
    const states = new Map((reported ?? call.connectors.states()).map(({ id, state }) => [id, state]))
    return rows.map((row) => {
      const { id, name, isEnabled, sealedPassword } = row
      const state = states.get(id) ?? null
      const since = state?.since == null ? null : new Date(state.since).toISOString()
      const shown = {
        id,
        name,
        isEnabled,
        hasPassword: sealedPassword !== null,
        state: state === null ? null : { ...state, since },
      }
      return row.kind === 'mqtt'
        ? {
            ...shown,
            kind: row.kind,
            settings: row.settings,
            root: rootOf({ orgId, settings: row.settings }),
            hasClientKey: row.sealedClientKey !== null,
          }
        : { ...shown, kind: row.kind, settings: row.settings }
    })
  },

  async create(call, { orgId, ...input }) {
    const { kind, name, isEnabled, settings, password } = input
    const clientKey = input.kind === 'mqtt' ? input.clientKey : null
    if (input.kind === 'mqtt') needPair(input.settings.clientCert, clientKey)
    const id = await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await needFreeName(tx, orgId, name, null)
      if (input.kind === 'mqtt') await needOwnRoot(tx, { orgId, settings: input.settings, isEnabled }, null)
      const newId = await insertConnector(tx, orgId, { kind, name, settings, isEnabled }, call.now())
      await storePassword(call, tx, orgId, newId, password)
      await storeClientKey(call, tx, orgId, newId, clientKey)
      const after = { kind, name, isEnabled, settings }
      await record(tx, orgId, call, { action: 'create', objectKind: 'connector', objectId: newId, after })
      return newId
    })
    await call.connectors.apply(orgId, id)
    return { id }
  },

  async change(call, { orgId, connectorId, ...input }) {
    const { kind, name, isEnabled, settings, password } = input
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const old = await storedConnector(tx, orgId, connectorId)
      if (old.kind !== kind) throw new Refusal('IncorrectRequest', `body.kind: must be ${old.kind}, as it is`)
      await needFreeName(tx, orgId, name, connectorId)
      if (input.kind === 'mqtt') await needOwnRoot(tx, { orgId, settings: input.settings, isEnabled }, connectorId)
      await updateConnector(tx, { id: connectorId, name, settings, isEnabled })
      if (password !== undefined) await storePassword(call, tx, orgId, connectorId, password)
      if (input.kind === 'mqtt') {
        const key = input.clientKey === undefined ? storedClientKey(call, old) : input.clientKey
        needPair(input.settings.clientCert, input.settings.clientCert === null ? (input.clientKey ?? null) : key)
        await storeClientKey(call, tx, orgId, connectorId, input.settings.clientCert === null ? null : key)
      }
      const isPasswordNew = password !== undefined
      const [before, after] = [old, { name, settings, isEnabled }].map((one) => ({
        name: one.name,
        isEnabled: one.isEnabled,
        settings: one.settings,
      }))
      const change = { before, after: { ...after, ...(isPasswordNew && { isPasswordNew }) } }
      await record(tx, orgId, call, { action: 'change', objectKind: 'connector', objectId: connectorId, ...change })
    })
    await call.connectors.apply(orgId, connectorId)
    return {}
  },

  async delete(call, { orgId, connectorId }) {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { name } = await storedConnector(tx, orgId, connectorId)
      const hasRetained = (await retainedTopicsOf(tx, connectorId)).length > 0
      if (hasRetained) await markDeleted(tx, connectorId, call.now())
      else await deleteConnector(tx, connectorId)
      const change = { action: 'delete', objectKind: 'connector', objectId: connectorId, before: { name } } as const
      await record(tx, orgId, call, change)
    })
    await call.connectors.apply(orgId, connectorId)
    return {}
  },

  async test(call, { orgId, connectorId }) {
    return call.connectors.test(await storedConnector(call.db.sql, orgId, connectorId))
  },
}

const storedConnector = async (sql: Queries, orgId: number, id: number): Promise<ConnectorRow> => {
  const row = await findConnector(sql, orgId, id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

const needFreeName = async (tx: Queries, orgId: number, name: string, ownId: number | null): Promise<void> => {
  const others = (await connectorsOf(tx, orgId)).filter(({ id }) => id !== ownId)
  if (others.some((one) => one.name === name)) {
    throw new Refusal('IncorrectRequest', 'body.name: there is another connector of this name')
  }
  if (others.length >= connectorsMax) {
    throw new Refusal('IncorrectRequest', `an organization has at most ${connectorsMax} connectors`)
  }
}

const storePassword = async (call: SecretsCall, tx: Queries, orgId: number, id: number, password: string | null) =>
  setPassword(tx, id, await sealed(call, tx, connectorPlace(orgId, id), password))

const storeClientKey = async (call: SecretsCall, tx: Queries, orgId: number, id: number, key: string | null) =>
  setClientKey(tx, id, await sealed(call, tx, connectorKeyPlace(orgId, id), key))

type SecretsCall = Pick<IntegrationNeeds, 'secrets'>
const sealed = async ({ secrets }: SecretsCall, tx: Queries, place: string, secret: string | null) =>
  secret === null ? null : (await secrets.sealer(tx))(place, Buffer.from(secret))

const storedClientKey = ({ secrets }: SecretsCall, { id, orgId, sealedClientKey }: ConnectorRow) =>
  sealedClientKey === null ? null : (secrets.open(connectorKeyPlace(orgId, id), sealedClientKey)?.toString() ?? null)
