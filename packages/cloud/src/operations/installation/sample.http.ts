import { Refusal } from '@busbar/wire/server'
import { insertMember, insertOrg } from '../../accounts/orgs/orgs.sql.ts'
import { devicesHandlers } from '../../devices/devices.http.ts'
import { netsHandlers } from '../../devices/nets/nets.http.ts'
import { templateIdBySku } from '../../devices/templates/templates.sql.ts'
import type { OperationCall, OperationNeeds } from '../needs.ts'
import { deleteSample, markSample, sampleOrg } from './sample.sql.ts'
import type { SampleSite } from './sample-plant.ts'

/** Often enough to look alive. */
const updatePeriodSec = 5

/** Makes the sample organization, with the caller as its owner, and a network for each simulated site. */
export const addSample = async (call: OperationCall<'account'>): Promise<number> => {
  const { db, installation, caller, now } = call
  if (!installation.sample.isAvailable)
    throw new Refusal('IncorrectRequest', 'This service was started without simulated sites.')
  const orgId = await db.tx(async (tx) => {
    await tx`lock table org in share row exclusive mode`
    if ((await sampleOrg(tx)) !== null) throw new Refusal('IncorrectRequest', 'There is a sample organization already.')
    const id = await insertOrg(tx, { name: 'Sample' }, now())
    await markSample(tx, id)
    await insertMember(tx, id, caller.accountId, 'owner')
    return id
  })
  for (const site of await installation.sample.serve(orgId)) await addSite({ ...call, orgId, role: 'owner' }, site)
  return orgId
}

const addSite = async (
  call: OperationCall<'member'>,
  { name, slug, protocol, host, port, devices }: SampleSite,
): Promise<void> => {
  const { orgId } = call
  const connection = { kind: 'direct', ip: host, port } as const
  const net = await netsHandlers.create(call, { orgId, name, slug, protocol, connection })
  if (!('id' in net)) throw new Error(`a sample network was not made: ${JSON.stringify(net)}`)
  const newDevices = []
  for (const { name: deviceName, unit, sku } of devices) {
    const templateId = await templateIdBySku(call.db.sql, sku, call.caller.accountId)
    newDevices.push({
      name: deviceName,
      modbusUnitId: unit,
      updatePeriodSec,
      ...(templateId !== undefined && { templateId }),
    })
  }
  await devicesHandlers.create(call, { netId: net.id, devices: newDevices })
}

/** Deletes the sample organization with its readings. */
export const removeSample = async ({ db, installation }: OperationNeeds): Promise<void> => {
  if ((await sampleOrg(db.sql)) === null) throw new Refusal('ObjectNotFound')
  await db.tx(deleteSample)
  await installation.sample.stop()
}
