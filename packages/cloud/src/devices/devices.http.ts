import { rowJson } from '@busbar/database'
import { at } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { difference } from '../accounts/audit/difference.rules.ts'
import { lockOrg } from '../accounts/audit/lock-org.sql.ts'
import { record } from '../accounts/audit/record.ts'
import type { Handlers } from '../accounts/call.ts'
import { slugPatterns } from '../fields/assign-slugs.rules.ts'
import { writtenAnswer } from '../fields/written-answer.ts'
import { emptyCard, putCards } from './cards/cards.sql.ts'
import { isComputedDevice } from './computed/computed.sql.ts'
import type { devices } from './devices.contract.ts'
import {
  type DeviceSettings,
  deleteDevice,
  deviceSlugs,
  devicesOf,
  hasNet,
  insertDevices,
  setDisabledOn,
  settingsOfDevice,
  trackedParams,
  updateDevice,
  usableTemplates,
  writtenDevice,
} from './devices.sql.ts'
import type { DeviceNeeds } from './needs.ts'
import { planDevices } from './new-devices.rules.ts'
import { fullName, shownText } from './params/names.rules.ts'
import { newParams } from './params/new-params.rules.ts'
import { insertParams, slugsOfDevice, storedParams } from './params/params.sql.ts'
import { settingsForm } from './params/settings.rules.ts'
import { availableQuota, needQuota } from './quota.sql.ts'
import { setDeviceRevisions } from './templates/revisions.sql.ts'

export const devicesHandlers: Handlers<typeof devices, DeviceNeeds> = {
  get: ({ db, orgId }, { deviceId }) => writtenAnswer(writtenDevice(db.sql, { orgId, deviceId })),

  changeDisable: (call, { deviceId, enabled }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const [device] = await devicesOf(tx, orgId, { deviceId })
      const isEnabled = orNotFound(device).disabledOn === null
      if (enabled !== isEnabled) {
        if (enabled) await needQuota(tx, orgId, 1)
        await setDisabledOn(tx, orgId, deviceId, enabled ? null : call.now())
        await record(tx, orgId, call, {
          action: 'device.change-disable',
          objectKind: 'device',
          objectId: deviceId,
          before: { enabled: isEnabled },
          after: { enabled },
        })
      }
      return availableQuota(tx, orgId)
    }),

  trackedParams: async ({ db, orgId }, { deviceId }) => {
    const rows = await trackedParams(db.sql, orgId, deviceId)
    return rows.map(({ deviceName, name, category, ...row }) => ({
      ...rowJson(row),
      name: shownText(name),
      fullName: fullName({ ...row, deviceName, name }),
      ...(category && { category: shownText(category) }),
    }))
  },

  params: async ({ db, orgId }, { deviceId }) => {
    const rows = await storedParams(db.sql, orgId, { deviceId })
    return rows.map(({ id, deviceName, ...row }) => ({
      id,
      ...settingsForm(row),
      deviceId,
      fullName: fullName({ ...row, deviceName }),
    }))
  },

  create: (call, { netId, devices: wanted }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      if (!(await hasNet(tx, orgId, netId))) throw new Refusal('ObjectNotFound')
      await needQuota(tx, orgId, wanted.length)
      const templateIds = wanted.flatMap(({ templateId }) => templateId ?? [])
      const templates = await usableTemplates(tx, orgId, templateIds)
      const planned = planDevices(wanted, templates, await deviceSlugs(tx, orgId, slugPatterns(wanted)))
      const inserted = planned.map(({ device }) => device)
      const deviceIds = await insertDevices(tx, orgId, netId, call.now(), inserted)
      const params = planned.flatMap(({ params: deviceParams }, index) =>
        deviceParams.map((param) => ({ ...param, deviceId: at(deviceIds, index) })),
      )
      await insertParams(tx, orgId, params)
      const cards = wanted.flatMap(({ card }, index) =>
        card === undefined
          ? []
          : { ...emptyCard, ...withoutUndefined(card), netId: null, deviceId: deviceIds[index] ?? null },
      )
      if (cards.length > 0) await putCards(tx, orgId, cards)
      await setDeviceRevisions(tx, orgId, deviceIds)
      await call.templateAlerts.refresh(tx, orgId, deviceIds, call.now())
      await record(tx, orgId, call, {
        action: 'devices.create',
        objectKind: 'net',
        objectId: netId,
        after: inserted.map((device, index) => ({ id: deviceIds[index], ...device })),
      })
      return { deviceIds }
    }),

  change: (call, { deviceId, ...changes }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = orNotFound(await settingsOfDevice(tx, orgId, deviceId))
      const after: DeviceSettings = { ...before, ...withoutUndefined(changes) }
      if (after.slug !== before.slug && (await deviceSlugs(tx, orgId, [after.slug])).includes(after.slug)) {
        throw new Refusal('IncorrectRequest', 'body.slug: is taken')
      }
      await updateDevice(tx, orgId, deviceId, after)
      // Alerts of templates have the name of their device.
      if (after.name !== before.name) await call.templateAlerts.refresh(tx, orgId, [deviceId], call.now())
      await record(tx, orgId, call, {
        action: 'device.change',
        objectKind: 'device',
        objectId: deviceId,
        ...difference(before, after),
      })
      return {}
    }),

  delete: (call, { deviceId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = orNotFound(await deleteDevice(tx, orgId, deviceId))
      await record(tx, orgId, call, { action: 'device.delete', objectKind: 'device', objectId: deviceId, before })
      return availableQuota(tx, orgId)
    }),

  createParams: (call, { deviceId, params: wanted }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      orNotFound(await settingsOfDevice(tx, orgId, deviceId))
      if (await isComputedDevice(tx, orgId, deviceId)) {
        throw new Refusal('IncorrectRequest', 'The device is computed: it has computed parameters alone.')
      }
      const settings = newParams('body.params', wanted, await slugsOfDevice(tx, orgId, deviceId))
      const paramIds = await insertParams(
        tx,
        orgId,
        settings.map((one) => ({ ...one, deviceId })),
      )
      await call.templateAlerts.refresh(tx, orgId, [deviceId], call.now())
      await record(tx, orgId, call, {
        action: 'params.create',
        objectKind: 'device',
        objectId: deviceId,
        after: settings.map(({ slug }, index) => ({ id: paramIds[index], slug })),
      })
      return { paramIds }
    }),
}

/** The gate saw it, but it may be gone by now. */
const orNotFound = <T>(object: T | undefined): T => {
  if (object === undefined) throw new Refusal('ObjectNotFound')
  return object
}

/** Without fields that are undefined. */
const withoutUndefined = <T extends object>(changes: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as never
