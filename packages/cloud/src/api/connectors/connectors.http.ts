import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../audit/lock-org.sql.ts'
import { record } from '../../audit/record.ts'
import {
  type ConnectorRow,
  connectorsOf,
  deleteConnector,
  findConnector,
  insertConnector,
  markDeleted,
  retainedTopicsOf,
  setClientKey,
  setPassword,
  updateConnector,
} from '../../connectors/connectors.sql.ts'
import type { Connectors } from '../../connectors/connectors.ts'
import { rootOf } from '../../connectors/mqtt/open-broker.ts'
import type { Queries } from '../../db/sql.ts'
import { connectorKeyPlace, connectorPlace } from '../../sealing/connector-place.ts'
import type { Call } from '../../service.ts'
import { needPair } from './client-key.ts'
import { type connectors, connectorsMax } from './connectors.contract.ts'
import { needOwnRoot } from './own-root.ts'

export const connectorsHandlers: Handlers<typeof connectors, Call> = {
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

  async create(call, { orgId, ...asked }) {
    const { kind, name, isEnabled, settings, password } = asked
    const clientKey = asked.kind === 'mqtt' ? asked.clientKey : null
    if (asked.kind === 'mqtt') needPair(asked.settings.clientCert, clientKey)
    const id = await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await needFreeName(tx, orgId, name, null)
      if (asked.kind === 'mqtt') await needOwnRoot(tx, { orgId, settings: asked.settings, isEnabled }, null)
      const made = await insertConnector(tx, orgId, { kind, name, settings, isEnabled }, call.now())
      await storePassword(call, tx, orgId, made, password)
      await storeClientKey(call, tx, orgId, made, clientKey)
      const after = { kind, name, isEnabled, settings }
      await record(tx, orgId, call, { action: 'create', objectKind: 'connector', objectId: made, after })
      return made
    })
    await call.connectors.apply(orgId, id)
    return { id }
  },

  async change(call, { orgId, connectorId, ...asked }) {
    const { kind, name, isEnabled, settings, password } = asked
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const old = await found(tx, orgId, connectorId)
      if (old.kind !== kind) throw new Refusal('IncorrectRequest', `body.kind: must be ${old.kind}, as it is`)
      await needFreeName(tx, orgId, name, connectorId)
      if (asked.kind === 'mqtt') await needOwnRoot(tx, { orgId, settings: asked.settings, isEnabled }, connectorId)
      await updateConnector(tx, { id: connectorId, name, settings, isEnabled })
      if (password !== undefined) await storePassword(call, tx, orgId, connectorId, password)
      if (asked.kind === 'mqtt') {
        const key = asked.clientKey === undefined ? storedClientKey(call, old) : asked.clientKey
        needPair(asked.settings.clientCert, asked.settings.clientCert === null ? (asked.clientKey ?? null) : key)
        await storeClientKey(call, tx, orgId, connectorId, asked.settings.clientCert === null ? null : key)
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
      const { name } = await found(tx, orgId, connectorId)
      const isKnownThere = (await retainedTopicsOf(tx, connectorId)).length > 0
      if (isKnownThere) await markDeleted(tx, connectorId, call.now())
      else await deleteConnector(tx, connectorId)
      const change = { action: 'delete', objectKind: 'connector', objectId: connectorId, before: { name } } as const
      await record(tx, orgId, call, change)
    })
    await call.connectors.apply(orgId, connectorId)
    return {}
  },

  async test(call, { orgId, connectorId }) {
    return call.connectors.test(await found(call.db.sql, orgId, connectorId))
  },
}

const found = async (sql: Queries, orgId: number, id: number): Promise<ConnectorRow> => {
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

type SecretsCall = Pick<Call, 'secrets'>
const sealed = async ({ secrets }: SecretsCall, tx: Queries, place: string, secret: string | null) =>
  secret === null ? null : (await secrets.sealer(tx))(place, Buffer.from(secret))

const storedClientKey = ({ secrets }: SecretsCall, { id, orgId, sealedClientKey }: ConnectorRow) =>
  sealedClientKey === null ? null : (secrets.open(connectorKeyPlace(orgId, id), sealedClientKey)?.toString() ?? null)
