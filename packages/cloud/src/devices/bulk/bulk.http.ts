import type { Tx } from '@busbar/database'
import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import { refreshTemplateAlerts } from '../../alerting/templates/refresh.ts'
import type { Call } from '../../start/service.ts'
import { deleteParams, insertParams, storedParams, updateParam } from '../params/params.sql.ts'
import { needQuota } from '../quota.sql.ts'
import type { bulk } from './bulk.contract.ts'
import { type BulkDevice, bulkDevices, countsOf, deleteDevices, targetNet, updateDevices } from './bulk.sql.ts'
import { planChanges } from './device-changes.rules.ts'
import { planParams } from './param-changes.rules.ts'

export const bulkHandlers: Handlers<typeof bulk, Call> = {
  changeDevices: (call, { deviceIds, changes, isTrial }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const devices = await ownDevices(tx, orgId, deviceIds)
      const net = changes.netId === undefined ? null : await targetNet(tx, orgId, changes.netId)
      if (net === undefined) throw new Refusal('ObjectNotFound')
      const planned = planChanges(devices, changes, net)
      const answer = {
        devices: planned.map(({ device, before, after, warnings }) => ({
          deviceId: device.id,
          name: device.name,
          before,
          after,
          warnings,
        })),
      }
      const more = planned.filter(({ device, to }) => to.enabled && !device.enabled).length
      await needQuota(tx, orgId, more)
      if (isTrial || planned.length === 0) return answer
      await updateDevices(
        tx,
        orgId,
        call.now(),
        planned.map(({ to }) => to),
      )
      await record(tx, orgId, call, {
        action: 'devices.change',
        objectKind: 'device',
        objectId: planned.map(({ device }) => device.id).join(','),
        before: planned.map(({ device, before }) => ({ id: device.id, ...before })),
        after: planned.map(({ device, after }) => ({ id: device.id, ...after })),
      })
      return answer
    }),

  deleteDevices: (call, { deviceIds, isTrial }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      await ownDevices(tx, orgId, deviceIds)
      const rows = await countsOf(tx, orgId, deviceIds)
      const devices = rows.map(({ id, ...row }) => ({ deviceId: id, ...row }))
      if (isTrial) return { devices }
      await deleteDevices(tx, orgId, deviceIds)
      await record(tx, orgId, call, {
        action: 'devices.delete',
        objectKind: 'device',
        objectId: rows.map(({ id }) => id).join(','),
        before: Object.fromEntries(rows.map(({ id, name }) => [id, name])),
      })
      return { devices }
    }),

  changeParams: (call, { deviceIds, isTrial, ...changes }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const devices = await ownDevices(tx, orgId, deviceIds)
      const computed = devices.find(({ isComputed }) => isComputed)
      if (computed !== undefined && (changes.add.length > 0 || changes.change.length > 0)) {
        throw new Refusal('IncorrectRequest', `body.deviceIds: ${computed.name} is computed`)
      }
      const planned = []
      for (const device of devices) {
        planned.push({ device, ...planParams(await storedParams(tx, orgId, { deviceId: device.id }), changes) })
      }
      const answer = {
        devices: planned.map(({ device, added, changed, deleted, skipped }) => ({
          deviceId: device.id,
          name: device.name,
          added: added.map(({ slug }) => slug),
          changed: changed.map(({ slug }) => slug),
          deleted: deleted.map(({ slug }) => slug),
          skipped,
        })),
      }
      if (isTrial) return answer
      const deletedIds = planned.flatMap(({ deleted }) => deleted.map(({ id }) => id))
      if (deletedIds.length > 0) await deleteParams(tx, orgId, deletedIds)
      for (const { id, to } of planned.flatMap(({ changed }) => changed)) await updateParam(tx, orgId, id, to)
      const added = planned.flatMap(({ device, added: newParams }) =>
        newParams.map((one) => ({ ...one, deviceId: device.id })),
      )
      if (added.length > 0) await insertParams(tx, orgId, added)
      await refreshTemplateAlerts(
        tx,
        orgId,
        devices.map(({ id }) => id),
        call.now(),
      )
      await record(tx, orgId, call, {
        action: 'devices.params',
        objectKind: 'device',
        objectId: devices.map(({ id }) => id).join(','),
        after: answer.devices.map(({ name: _name, skipped: _skipped, ...one }) => one),
      })
      return answer
    }),
}

/** In the order of the request; one that is not there refuses all. */
const ownDevices = async (tx: Tx, orgId: number, ids: readonly number[]): Promise<BulkDevice[]> => {
  const byId = new Map((await bulkDevices(tx, orgId, ids)).map((device) => [device.id, device]))
  return [...new Set(ids)].map((id) => {
    const device = byId.get(id)
    if (device === undefined) throw new Refusal('ObjectNotFound')
    return device
  })
}
