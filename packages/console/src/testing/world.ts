import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cloud, startCloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { readSettings } from '@busbar/cloud/env'
import { Plant, type PlantDescription, type ServedPlant, serveTcp, workshop } from '@busbar/simulator'
import { type Client, client, type Outcome } from '@busbar/wire'
import { consoleFolder } from '../index.ts'

/** A whole installation: the service with a database of its own, its console, and simulated devices. */
export interface World {
  /** Of the console. */
  url: string
  cloud: Cloud
  plant: Plant
  served: ServedPlant
  /** As the owner. */
  api: Client<typeof contract>
  owner: { email: string; password: string }
  orgId: number
  stop: () => Promise<void>
}

export interface WorldOptions {
  plant?: PlantDescription
  updatePeriodSec?: number
  /** Nobody has an account, and there are no networks. */
  isEmpty?: boolean
  /** Gateways may call in. */
  isCalled?: boolean
}

const owner = { email: 'owner@example.org', password: 'a long password' }
const host = '127.0.0.1'
const timeoutMs = 300
/** So many devices are made at once. */
const batch = 100

export const startWorld = async ({
  plant: description = workshop,
  updatePeriodSec = 2,
  isEmpty = false,
  isCalled = false,
}: WorldOptions = {}): Promise<World> => {
  const data = mkdtempSync(join(tmpdir(), 'busbar-console-'))
  const plant = new Plant(description)
  const served = await serveTcp(plant, { host, port: 0 })
  const flags = {
    data,
    http: `${host}:0`,
    callback: isCalled ? `${host}:0` : 'off',
    'raw-allow': '127.0.0.0/8:1-65535',
    'log-level': 'silent',
  }
  const cloud = await startCloud(readSettings(flags, {}), undefined, await consoleFolder())
  const session = { token: '' }
  const api = client(contract, {
    baseUrl: cloud.url,
    errorFields,
    authorization: () => (session.token === '' ? undefined : `token ${session.token}`),
  })
  const made = { cloud, plant, served, api, owner, url: new URL('/', cloud.url).href }
  const stop = async (): Promise<void> => {
    await cloud.stop()
    await served.close()
    rmSync(data, { recursive: true, force: true })
  }
  if (isEmpty) return { ...made, orgId: 0, stop }
  const code = cloud.setupCode ?? ''
  const { token, orgId } = need(await api.orgs.setup({ ...owner, code, orgName: 'Works', name: 'Olena Owner' }))
  session.token = token
  for (const site of served.sites) await makeSite(api, orgId, site, updatePeriodSec)
  return { ...made, orgId, stop }
}

const makeSite = async (
  api: World['api'],
  orgId: number,
  { site, host: ip, port }: ServedPlant['sites'][number],
  updatePeriodSec: number,
): Promise<void> => {
  const { name, devices } = site.description
  const net = need(await api.nets.create({ orgId, name, connection: { kind: 'direct', ip, port } }))
  if (net.result === 'error') throw new Error(JSON.stringify(net.errors))
  // A dead unit is asked again after twenty times that: a journey waits for it to come back.
  need(await api.links.changeSettings({ netId: net.id, timeoutMs }))
  const skus = [...new Set(devices.map(({ sku }) => sku))]
  const templates = new Map<string, number>()
  for (const sku of skus) templates.set(sku, need(await api.templates.idBySku({ sku })).id)
  const made = devices.map(({ unit, sku, name: deviceName }) => {
    const templateId = templates.get(sku)
    return { name: deviceName, modbusUnitId: unit, updatePeriodSec, ...(templateId !== undefined && { templateId }) }
  })
  for (let at = 0; at < made.length; at += batch) {
    need(await api.devices.create({ netId: net.id, devices: made.slice(at, at + batch) }))
  }
}

/** The answer, which a test takes for granted. */
export const need = <T>(outcome: Outcome<T>): T => {
  if ('ok' in outcome) return outcome.ok
  throw new Error(`${outcome.err.message} (${outcome.err.code})`)
}
