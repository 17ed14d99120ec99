import { rowJson, type Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import { devicesOf } from '../devices.sql.ts'
import type { DeviceCall, DeviceNeeds } from '../needs.ts'
import { availableQuota } from '../quota.sql.ts'
import { plannedNet, withoutSecrets } from './change-net.ts'
import { unbindOthers } from './gateways.sql.ts'
import { bindGateway } from './net-address.ts'
import { type NetRow, openNet, putPasswords } from './net-passwords.ts'
import type { nets } from './nets.contract.ts'
import { netErrors } from './nets.rules.ts'
import {
  deleteNet,
  insertNet,
  lockNet,
  type NetSwitch,
  netById,
  netsOf,
  setNetSwitch,
  setSolution,
  updateNet,
} from './nets.sql.ts'
import { connectionText, shownNet } from './shown.rules.ts'

/**
 * How a network stands after a member switched it, or `refused`. What an administrator or billing switched off stays as they left it, also
 * when a member switches it off once more: otherwise that member could switch it on again.
 */
const switched = (current: NetSwitch, isOn: boolean, on: Date, note: string | undefined): NetSwitch | 'refused' => {
  if (current.disabledBy === 'admin' || current.disabledBy === 'billing') return isOn ? 'refused' : current
  if (isOn) return { disabledOn: null, disabledBy: null, disabledNote: null }
  return { disabledOn: current.disabledOn ?? on, disabledBy: 'user', disabledNote: note ?? current.disabledNote }
}

export const netsHandlers: Handlers<typeof nets, DeviceNeeds> = {
  list: async ({ db }, { orgId }) => {
    const rows = await netsOf(db.sql, orgId)
    return rows.map(({ id, name, slug, latitude, longitude, keyParamId, ...address }) => ({
      ...rowJson({ id, name, slug, latitude, longitude, keyParamId }),
      lid: connectionText(address),
    }))
  },

  create: (call, { orgId, allowWriting = true, ...settings }) => {
    const errors = netErrors(settings)
    if (Object.keys(errors).length > 0) return { result: 'error', errors }
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const planned = await plannedNet(tx, call, null, settings)
      if ('errors' in planned) return { result: 'error' as const, errors: planned.errors }
      const { net, note } = planned
      const id = await insertNet(tx, orgId, net, { createdOn: call.now(), allowWriting })
      await putPasswords(tx, call.secrets, { orgId, id, before: [] }, net.devicePasswords)
      if (net.mac !== null) await bindGateway(tx, call, net.mac, id, settings.connection)
      const after = withoutSecrets(net)
      await record(tx, orgId, call, { action: 'net.create', objectKind: 'net', objectId: id, after })
      return success(id, note)
    })
  },

  tree: ({ db, trees }, { orgId }) => trees.tree(db.reading.sql, orgId),

  get: async ({ db, secrets, orgId, role }, { netId }) => {
    const net = await netById(db.sql, orgId, netId)
    if (net === undefined) throw new Refusal('ObjectNotFound')
    return shownNet(openNet(secrets, net), allows(role, 'manager'))
  },

  change: (call, { netId, ...changes }) => {
    const errors = netErrors(changes)
    if (Object.keys(errors).length > 0) return { result: 'error', errors }
    return withLockedNet(call, netId, async (tx, before) => {
      const { orgId } = call
      const planned = await plannedNet(tx, call, before, changes)
      if ('errors' in planned) return { result: 'error' as const, errors: planned.errors }
      const { net: after, note } = planned
      await updateNet(tx, orgId, netId, after)
      await putPasswords(tx, call.secrets, { orgId, id: netId, before: before.devicePasswords }, after.devicePasswords)
      if (changes.connection !== undefined) {
        await unbindOthers(tx, orgId, netId, after.mac)
        if (after.mac !== null) await bindGateway(tx, call, after.mac, netId, changes.connection)
      }
      await record(tx, orgId, call, {
        action: 'net.change',
        objectKind: 'net',
        objectId: netId,
        ...difference(withoutSecrets(before), withoutSecrets(after)),
      })
      return success(netId, note)
    })
  },

  changeDisable: (call, { netId, enabled, note }) =>
    withLockedNet(call, netId, async (tx, { disabledOn, disabledBy, disabledNote }) => {
      const before = { disabledOn, disabledBy, disabledNote }
      const after = switched(before, enabled, call.now(), note)
      if (after === 'refused') throw new Refusal('NotAuthorized', `The network was disabled by ${disabledBy}.`)
      await setNetSwitch(tx, call.orgId, netId, after)
      await record(tx, call.orgId, call, {
        action: 'net.change-disable',
        objectKind: 'net',
        objectId: netId,
        ...difference(before, after),
      })
      return availableQuota(tx, call.orgId)
    }),

  changeSolution: (call, { netId, solution }) =>
    withLockedNet(call, netId, async (tx, before) => {
      await setSolution(tx, call.orgId, netId, solution)
      await record(tx, call.orgId, call, {
        action: 'net.change-solution',
        objectKind: 'net',
        objectId: netId,
        before: { solution: before.solution },
        after: { solution },
      })
      return {}
    }),

  devices: async ({ db, orgId }, { netId }) => {
    const rows = await devicesOf(db.sql, orgId, { netId })
    return rows.map(rowJson)
  },

  delete: (call, { netId }) =>
    withLockedNet(call, netId, async (tx, net) => {
      await deleteNet(tx, call.orgId, netId)
      const before = withoutSecrets(net)
      await record(tx, call.orgId, call, { action: 'net.delete', objectKind: 'net', objectId: netId, before })
      return {}
    }),
}

const success = (id: number, note: string | null) => ({
  result: 'success' as const,
  id,
  errors: {},
  ...(note !== null && { note }),
})

/** Does something to a locked network. */
const withLockedNet = <T>(
  { db, secrets, orgId }: DeviceCall<'member'>,
  netId: number,
  work: (tx: Tx, net: NetRow) => Promise<T>,
): Promise<T> =>
  db.tx(async (tx) => {
    await lockOrg(tx, orgId)
    await lockNet(tx, orgId, netId)
    const net = await netById(tx, orgId, netId)
    if (net === undefined) throw new Refusal('ObjectNotFound')
    return work(tx, openNet(secrets, net))
  })
