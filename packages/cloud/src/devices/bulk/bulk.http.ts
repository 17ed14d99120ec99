import type { Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { DeviceNeeds } from '../needs.ts'
import { newParams } from '../params/new-params.rules.ts'
import type { ParamChanges, ParamFields } from '../params/params.contract.ts'
import { deleteParams, insertParams, type StoredParam, storedParams, updateParam } from '../params/params.sql.ts'
import { changedSettings, type ParamSettings, settingsProblem } from '../params/settings.rules.ts'
import { needQuota } from '../quota.sql.ts'
import type { bulk, DeviceChanges, Warning } from './bulk.contract.ts'
import {
  type BulkDevice,
  bulkDevices,
  type ChangedDevice,
  countsOf,
  deleteDevices,
  type TargetNet,
  targetNet,
  updateDevices,
} from './bulk.sql.ts'

interface BulkParamChanges {
  add: readonly (ParamFields & { slug: string })[]
  change: readonly { slug: string; to: ParamChanges }[]
  delete: readonly string[]
}

/** Planned parameter changes of one device. */
interface PlannedParams {
  added: ParamSettings[]
  changed: { id: number; slug: string; to: ParamSettings }[]
  deleted: { id: number; slug: string }[]
  /** Slugs that are there and were to be added, or are not and were to be changed or deleted. */
  skipped: string[]
}

/** Plans one device, or refuses. A deleted parameter is not changed, and its slug is free for an added one. */
const planParams = (stored: readonly StoredParam[], changes: BulkParamChanges): PlannedParams => {
  const bySlug = new Map(stored.map((param) => [param.slug, param]))
  const deletedSlugs = new Set(changes.delete)
  const remaining = new Set([...bySlug.keys()].filter((slug) => !deletedSlugs.has(slug)))
  const changed = changes.change.flatMap(({ slug, to }) => {
    const param = remaining.has(slug) ? bySlug.get(slug) : undefined
    if (param === undefined) return []
    const { id, deviceId: _device, deviceName, ...before } = param
    const after = changedSettings(before, to)
    const problem = settingsProblem(after)
    if (problem !== null) throw new Refusal('IncorrectRequest', `${deviceName}, ${slug}: ${problem}`)
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ id, slug, to: after }]
  })
  return {
    added: newParams(
      'body.add',
      changes.add.filter(({ slug }) => !remaining.has(slug)),
      [...remaining],
    ),
    changed,
    deleted: [...deletedSlugs].flatMap((slug) => {
      const param = bySlug.get(slug)
      return param === undefined ? [] : { id: param.id, slug }
    }),
    skipped: [
      ...changes.add.flatMap(({ slug }) => (remaining.has(slug) ? slug : [])),
      ...[...changes.change.map(({ slug }) => slug), ...deletedSlugs].filter((slug) => !bySlug.has(slug)),
    ],
  }
}

/** A device with what would be changed of it. */
interface PlannedChange {
  device: BulkDevice
  to: ChangedDevice
  before: Partial<NamedDevice>
  after: Partial<NamedDevice>
  warnings: Warning[]
}

type NamedDevice = Omit<ChangedDevice, 'id'> & { netName: string }

/** Plans the changes of many devices; devices without a change are left out. */
const planChanges = (
  devices: readonly BulkDevice[],
  changes: DeviceChanges,
  net: TargetNet | null,
): PlannedChange[] => {
  const movedIds = new Set(devices.map(({ id }) => id))
  const unitCounts = new Map<number, number>()
  const arriving = devices.filter(({ isComputed }) => !isComputed).map(({ unit }) => unit)
  const present = (net?.units ?? []).filter(({ deviceId }) => !movedIds.has(deviceId)).map(({ unit }) => unit)
  for (const unit of [...arriving, ...present]) unitCounts.set(unit, (unitCounts.get(unit) ?? 0) + 1)
  return devices.flatMap((device): PlannedChange[] => {
    const { name: _name, unit, isComputed, isKeyOfNet, ...old } = device
    const definedChanges = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next: typeof old = { ...old, ...definedChanges, netName: net?.name ?? old.netName }
    const keys = (Object.keys(next) as (keyof typeof next)[]).filter((key) => next[key] !== old[key])
    if (keys.length === 0) return []
    const pick = (from: typeof old) => Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<NamedDevice>
    const isMoved = next.netId !== old.netId
    const warnings = [
      ...(isMoved && !isComputed && (unitCounts.get(unit) ?? 0) > 1 ? ['unit-taken' as const] : []),
      ...(isMoved && net !== null && !net.isOn ? ['net-off' as const] : []),
      ...(isMoved && isKeyOfNet ? ['key-value' as const] : []),
    ]
    const { netName: _netName, ...to } = next
    return [{ device, to, before: pick(old), after: pick(next), warnings }]
  })
}

export const bulkHandlers: Handlers<typeof bulk, DeviceNeeds> = {
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
      const added = planned.flatMap(({ device, added: params }) =>
        params.map((one) => ({ ...one, deviceId: device.id })),
      )
      if (added.length > 0) await insertParams(tx, orgId, added)
      await call.templateAlerts.refresh(
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
