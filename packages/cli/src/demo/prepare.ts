import { setTimeout as wait } from 'node:timers/promises'
import type { Cloud } from '@busbar/cloud'
import type { ServedSite, Site } from '@busbar/simulator'
import { type Api, apiOf, createdId, expectOk } from './api.ts'
import type { DemoGateway } from './gateway.ts'
import { fillHistory } from './history/fill.ts'
import { pastTimes } from './history/times.rules.ts'
import { makeDevices, makeNets } from './networks.ts'
import { demoOrg, signInOwner, withKey } from './owner.ts'
import { type DemoParams, readParams } from './params.ts'
import { dialledPlant, linePlant } from './plant.ts'
import { demoSecrets, saveSecrets } from './secrets.ts'
import { showAlerts } from './show/alerts.ts'
import { showDashboard } from './show/dashboard.ts'
import { showReport, showTree } from './show/energy.ts'
import { showVisualization } from './show/visualization.ts'

export interface Demo {
  orgId: number
  email: string
  password: string
  key: { apiKey: string; password: string }
}

export interface PrepareOptions {
  cloud: Pick<Cloud, 'url' | 'setupCode' | 'loadHistory'>
  folder: string
  /** Those that are dialled. */
  sites: readonly ServedSite[]
  gateway: Pick<DemoGateway, 'activationCode'>
  /** What is on the gateway's line. */
  lineSite: Site
  /** How much history a first start makes. */
  days: number
  /** Told what is done at the moment. */
  announce: (what: string) => void
}

/**
 * Makes what the demo needs and is not there yet, through the API like any other program: an organization with its owner and an
 * API key, networks with their devices, and what people make of them. A start that was cut short is taken up where it ended.
 */
export const prepareDemo = async (options: PrepareOptions): Promise<Demo> => {
  const { cloud, folder, sites, gateway, lineSite } = options
  const secrets = demoSecrets(folder)
  const { api, signIn } = apiOf(cloud)
  signIn(await signInOwner(api, cloud, secrets))
  const orgId = await demoOrg(api, secrets, folder)
  const key = await withKey(api, orgId, folder, secrets)
  const nets = await makeNets(api, orgId, sites)
  nets.set(lineSite.id, await bindGateway(api, orgId, gateway, lineSite))
  if (secrets.isComplete !== true) {
    for (const site of [...sites.map((served) => served.site), lineSite]) {
      await makeDevices(api, nets.get(site.id) ?? 0, site)
    }
    await showAll(api, orgId, nets, options)
    saveSecrets(folder, { isComplete: true })
  }
  expectOk(await api.sessions.logout())
  return { orgId, email: secrets.email, password: secrets.password, key }
}

/** A past for all parameters, and what people would make of them. */
const showAll = async (
  api: Api,
  orgId: number,
  nets: ReadonlyMap<string, number>,
  options: PrepareOptions,
): Promise<void> => {
  const params = await readParams(api, nets)
  await fillPast(options, orgId, params)
  options.announce('alerts, a dashboard, pictures, a report and an energy tree')
  for (const show of [showAlerts, showVisualization, showDashboard, showReport, showTree]) {
    await show(api, orgId, params)
  }
}

const fillPast = async (
  { cloud, days, announce }: PrepareOptions,
  orgId: number,
  params: DemoParams,
): Promise<void> => {
  let shown = -1
  const progress = (share: number): void => {
    const tenth = Math.floor(share * 10)
    if (tenth === shown) return
    shown = tenth
    announce(`${days} days of history for ${params.all.length} parameters: ${tenth * 10}%`)
  }
  progress(0)
  await fillHistory({
    cloud,
    orgId,
    plants: [dialledPlant, linePlant],
    params: params.all,
    times: pastTimes(Date.now(), days),
    progress,
  })
}

const askEveryMs = 100
const giveUpMs = 30_000

/** The network of the gateway's line: made with the code that the gateway shows, once. */
const bindGateway = async (
  api: Api,
  orgId: number,
  gateway: Pick<DemoGateway, 'activationCode'>,
  { description: { id: slug, name } }: Site,
): Promise<number> => {
  const found = expectOk(await api.nets.list({ orgId })).find((net) => net.slug === slug)
  if (found !== undefined) return found.id
  const code = await shownCode(gateway)
  return createdId(
    expectOk(await api.nets.create({ orgId, name, slug, connection: { kind: 'activation-code', code } })),
  )
}

/** It takes a moment until the gateway has called and got one. */
const shownCode = async (gateway: Pick<DemoGateway, 'activationCode'>): Promise<number> => {
  for (let waitedMs = 0; waitedMs < giveUpMs; waitedMs += askEveryMs) {
    const code = await gateway.activationCode()
    if (code !== null) return code
    await wait(askEveryMs)
  }
  throw new Error('the gateway got no activation code from the cloud')
}
