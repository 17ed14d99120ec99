import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { connectionText } from '../../devices/nets/shown.rules.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { HistoryNeeds } from '../needs.ts'
import type { links } from './links.contract.ts'
import { callingGateway, linkSettings, netAddress, polledDevices, setLinkSettings } from './links.sql.ts'
import { netStatesOf } from './net-states-of.ts'
import { shownDevice, shownStatistics } from './statistics.rules.ts'

const shownChars = 8

/** As much of a public key as people read to each other by phone; a gateway shows the same. Null where there is none. */
function shownKey(key: Uint8Array): string
function shownKey(key: Uint8Array | null): string | null
function shownKey(key: Uint8Array | null): string | null {
  return key === null || key.length === 0 ? null : Buffer.from(key).toString('base64').slice(0, shownChars)
}

export const linksHandlers: Handlers<typeof links, HistoryNeeds> = {
  status: async (call, { netId }) => {
    const net = await netAddress(call.db.sql, call.orgId, netId)
    if (net === undefined) throw new Refusal('ObjectNotFound')
    const status = (await netStatesOf(call, [netId])).status(netId)
    return {
      connected: status?.isConnected ?? false,
      lid: connectionText(net),
      ...(status?.since != null && { since: isoTime(status.since) }),
      ...(status?.lastError != null && { lastError: status.lastError }),
      ...(status?.lastErrorOn != null && { lastErrorOn: isoTime(status.lastErrorOn) }),
    }
  },

  drop: async (call, { netId }) => {
    const { db, orgId, field, remoteNets } = call
    const dropped = (await remoteNets?.drop(netId)) || (field.link(netId)?.drop() ?? 0)
    await db.tx((tx) =>
      record(tx, orgId, call, {
        action: 'net.drop-connections',
        objectKind: 'net',
        objectId: netId,
        after: { dropped },
      }),
    )
    return { dropped }
  },

  statistics: async (call, { netId }) => {
    const devices = await polledDevices(call.db.sql, call.orgId, netId)
    const states = await netStatesOf(call, [netId])
    const statistics = states.statistics(netId)
    return {
      ...(statistics !== null && { polling: shownStatistics(statistics) }),
      devices: devices.map((device) => shownDevice(device, states.device(netId, device.deviceId))),
    }
  },

  settings: async ({ db, orgId, publicKey }, { netId }) => {
    const settings = await linkSettings(db.sql, orgId, netId)
    if (settings === undefined) throw new Refusal('ObjectNotFound')
    const caller = await callingGateway(db.sql, orgId, netId)
    if (caller === undefined || publicKey === null) return settings
    return { ...settings, keys: { gateway: shownKey(caller.publicKey), cloud: shownKey(publicKey) } }
  },

  changeSettings: (call, { netId, ...changes }) =>
    call.db.tx(async (tx) => {
      const { orgId, role } = call
      await lockOrg(tx, orgId)
      const before = await linkSettings(tx, orgId, netId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      const changedFields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const after = { ...before, ...changedFields }
      if (after.isPasswordUnprovenAllowed !== before.isPasswordUnprovenAllowed && !allows(role, 'owner')) {
        throw new Refusal('NotAuthorized', 'Only an owner decides whether passwords go where no key was proven.')
      }
      if (after.isWritingAllowed !== before.isWritingAllowed && !allows(role, 'owner')) {
        throw new Refusal('NotAuthorized', 'Only an owner decides whether devices may be written to.')
      }
      await setLinkSettings(tx, orgId, netId, after)
      await record(tx, orgId, call, {
        action: 'net.change-link-settings',
        objectKind: 'net',
        objectId: netId,
        ...difference(before, after),
      })
      return {}
    }),
}
