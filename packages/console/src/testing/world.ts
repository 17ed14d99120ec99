import { Plant, type PlantDescription, type ServedPlant, serveTcp, workshop } from '@busbar/simulator'
import { type Api, expectOk, type Installation, type NewOrg } from './installation.ts'

/** An organization of an installation, with simulated devices. */
export interface World extends NewOrg, Pick<Installation, 'url' | 'cloud' | 'admin'> {
  plant: Plant
  served: ServedPlant
  stop: () => Promise<void>
}

export interface WorldOptions {
  plant?: PlantDescription
  updatePeriodSec?: number
  /** The devices are there, but the organization has no network yet. */
  isEmpty?: boolean
}

const timeoutMs = 300
/** Number of devices created at once. */
const batch = 100

export const startWorld = async (
  installation: Installation,
  { plant: description = workshop, updatePeriodSec = 2, isEmpty = false }: WorldOptions = {},
): Promise<World> => {
  const { url, cloud, admin } = installation
  const plant = new Plant(description)
  const served = await serveTcp(plant, { host: '127.0.0.1', port: 0 })
  const org = await installation.createOrg('Works')
  if (!isEmpty) for (const site of served.sites) await makeSite(org, site, updatePeriodSec)
  const stop = async (): Promise<void> => {
    await deleteNets(org.api)
    await served.close()
  }
  return { ...org, url, cloud, admin, plant, served, stop }
}

const makeSite = async (
  { api, orgId }: NewOrg,
  { site, host: ip, port }: ServedPlant['sites'][number],
  updatePeriodSec: number,
): Promise<void> => {
  const { name, devices } = site.description
  const net = expectOk(await api.nets.create({ orgId, name, connection: { kind: 'direct', ip, port } }))
  if (net.result === 'error') throw new Error(JSON.stringify(net.errors))
  // A dead unit is asked again after twenty times that: a journey waits for it to come back.
  expectOk(await api.links.changeSettings({ netId: net.id, timeoutMs }))
  const skus = [...new Set(devices.map(({ sku }) => sku))]
  const templates = new Map<string, number>()
  for (const sku of skus) templates.set(sku, expectOk(await api.templates.idBySku({ sku })).id)
  const made = devices.map(({ unit, sku, name: deviceName }) => {
    const templateId = templates.get(sku)
    return { name: deviceName, modbusUnitId: unit, updatePeriodSec, ...(templateId !== undefined && { templateId }) }
  })
  for (let at = 0; at < made.length; at += batch) {
    expectOk(await api.devices.create({ netId: net.id, devices: made.slice(at, at + batch) }))
  }
}

/** The installation goes on for others: nothing of this organization is read any more. */
const deleteNets = async (api: Api): Promise<void> => {
  for (const { orgId } of expectOk(await api.sessions.userOrgs({}))) {
    for (const { id: netId } of expectOk(await api.nets.list({ orgId }))) expectOk(await api.nets.delete({ netId }))
  }
}
