import { type Handlers, Refusal } from '@busbar/wire/server'
import type { SharedAccess, ShareLink } from '../../access/shared-contents.ts'
import { rowJson } from '../../db/row-json.ts'
import type { Call } from '../../service.ts'
import { givenForm } from '../params/names.rules.ts'
import { troubleOf } from '../readings/trouble.rules.ts'
import type { shared } from './shared.contract.ts'
import { openedBoard, type SharedDevice, type SharedParam, sharedDevices, sharedParams } from './shared.sql.ts'

export const sharedHandlers: Handlers<typeof shared, Call> = {
  open: async (call) => {
    const { link } = accessOf(call)
    const opened = await shownLink(call, link)
    await call.shareLinks.noteOpening(link, call.from)
    return opened
  },

  get: (call) => shownLink(call, accessOf(call).link),

  facts: async (call) => {
    const { link, contents } = accessOf(call)
    const { sql } = call.db
    const [params, devices] = await Promise.all([
      sharedParams(sql, link.orgId, [...contents.paramIds]),
      sharedDevices(sql, link.orgId, [...contents.deviceIds]),
    ])
    return { params: params.map(shownParam), devices: devices.map((row) => shownDevice(row, call)) }
  },
}

/** The gates let nobody in here without a link. */
const accessOf = ({ shared: access }: Call): SharedAccess => {
  if (access === null) throw new Refusal('NotAuthorized')
  return access
}

const shownLink = async ({ db }: Call, { orgId, object, isKiosk, expiresOn }: ShareLink) => {
  const board = await openedBoard(db.sql, orgId, object.id)
  if (board === undefined) throw new Refusal('ObjectNotFound')
  const { name, isDefault, orgName } = board
  return {
    object: { kind: object.kind, dashboardId: object.id, isDefault },
    name,
    orgId,
    orgName,
    isKiosk,
    expiresOn: expiresOn.toISOString(),
  }
}

const shownParam = ({ name, ...param }: SharedParam) => ({ ...rowJson(param), name: givenForm(name) })

const shownDevice = (row: SharedDevice, { polling }: Call) => {
  const { deviceId, name, netName, updatePeriodSec, lastGoodReadOn } = row
  const trouble = troubleOf(row, polling.deviceState(deviceId).state)
  const shown = trouble === null ? null : rowJson(trouble)
  return rowJson({ deviceId, name, netName, updatePeriodSec, lastGoodReadOn, trouble: shown })
}
