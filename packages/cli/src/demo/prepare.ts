import { setTimeout as wait } from 'node:timers/promises'
import type { Cloud } from '@busbar/cloud'
import { savedOf } from '@busbar/diagrams'
import { Sketch } from '@busbar/diagrams/sketch'
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
import { showDashboard } from './show/dashboard.ts'
import { showReport, showTree } from './show/energy.ts'
import { drawBuilding } from './show/pictures/building.ts'
import { drawPumpingStation } from './show/pictures/pumping-station.ts'
import { drawSolarField } from './show/pictures/solar-field.ts'

type Feeder = readonly [name: string, symbol: string, param: string, leadsTo?: string]

const feeders: readonly Feeder[] = [
  ['Pumping station 1', 'pump', 'pumping-station-1/2/P_total', 'Pumping station 1'],
  ['Pumping station 2', 'pump', 'pumping-station-2/2/P_total'],
  ['School 1', 'houseSupply', 'school-1/1/P_total', 'School 1'],
  ['School 2', 'houseSupply', 'school-2/1/P_total'],
  ['House 1', 'houseSupply', 'house-1/1/P_total'],
  ['House 2', 'houseSupply', 'house-2/1/P_total'],
  ['Solar field 1', 'pvField', 'solar-field-1/2/P_total', 'Solar field 1'],
]
const [left, step] = [88, 160]

/** The town's supply as one line: from the grid over the busbar to each site, which leads to its picture. */
const drawTown = (params: DemoParams, ids: ReadonlyMap<string, number>): Sketch => {
  const sketch = new Sketch(left + feeders.length * step + 40, 640)
  const middle = left + (feeders.length * step) / 2
  sketch.text('One-line of the town', 40, 24, 'title')
  const grid = sketch.symbol('grid', 'grid', middle - 32, 72, 64, { name: 'Grid' })
  const transformer = sketch.symbol('transformer', 'transformer', middle - 32, 160, 64, { name: 'Transformer' })
  sketch.pipe('wire', [grid, 0], [transformer, 0])
  sketch.line('wire', [
    [middle, 224],
    [middle, 264],
  ])
  sketch.line('bus', [
    [left - 24, 264],
    [left + feeders.length * step - 40, 264],
  ])
  feeders.forEach(([name, symbol, place, leadsTo], i) => {
    const x = left + i * step
    const no = i + 1
    const visId = leadsTo === undefined ? undefined : ids.get(leadsTo)
    const shown = { param: params.id(place), format: { decimals: 0 } }
    sketch.line('wire', [
      [x + 32, 264],
      [x + 32, 296],
    ])
    const breaker = sketch.symbol('breaker', `breaker${no}`, x + 8, 296, 48, { name: `Breaker ${no}` })
    const meter = sketch.symbol('energyMeter', `meter${no}`, x + 8, 368, 48, { name: `Meter ${no}` })
    sketch.pipe('wire', [breaker, 1], [meter, 0])
    sketch.line('wire', [
      [x + 32, 416],
      [x + 32, 456],
    ])
    sketch.symbol(symbol, `site${no}`, x, 448, 64, { name, ...(visId !== undefined && { go: { visId } }) })
    sketch.text(name, x - 16, 520)
    sketch.value('Power', `power${no}`, x - 16, 552, shown)
  })
  return sketch
}

interface Rule {
  name: string
  logAs: 'info' | 'warning' | 'failure' | 'critical'
  /** Any of them is enough. */
  when: readonly (readonly [place: string, kind: string, value: number, holdSec?: number, deadband?: number])[]
}

/** Alerts that operators of these sites would need. */
const rules: readonly Rule[] = [
  {
    name: 'Drying oven too hot',
    logAs: 'critical',
    when: [['workshop/3/T', 'g', 95, 30, 2]],
  },
  {
    name: 'Voltage out of range in the workshop',
    logAs: 'warning',
    when: ['U1', 'U2', 'U3'].flatMap((label) => [
      [`workshop/1/${label}`, 'g', 246, 15, 1] as const,
      [`workshop/1/${label}`, 'l', 212, 15, 1] as const,
    ]),
  },
  { name: 'Lathe protection tripped', logAs: 'failure', when: [['workshop/5/trip', 'eq', 1]] },
  {
    name: 'Pumping station 1 loses pressure',
    logAs: 'failure',
    when: [
      ['pumping-station-1/3/pressure', 'l', 2, 60, 0.2],
      ['pumping-station-1/4/pressure', 'l', 2, 60, 0.2],
    ],
  },
  { name: 'Gusts at solar field 1', logAs: 'info', when: [['solar-field-1/6/gust', 'g', 15, 0, 3]] },
  { name: 'The weather mast is silent', logAs: 'warning', when: [['solar-field-1/6/T', 'no-data', 120]] },
  { name: 'Solar field 1 feeds in', logAs: 'info', when: [['solar-field-1/3/P', 'g', 500, 0, 200]] },
  { name: 'Yard lights are on', logAs: 'info', when: [['workshop/6/relay', 'eq', 1]] },
]

const showAlerts = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  const there = new Set(expectOk(await api.alerts.list({ orgId })).map(({ name }) => name))
  for (const { name, logAs, when } of rules) {
    if (there.has(name)) continue
    const conditions = when.map(([place, kind, value, holdSec = 0, deadband = 0]) => {
      return { paramId: params.id(place), kind, value, holdSec, deadband }
    })
    createdId(expectOk(await api.alerts.create({ orgId, name, conditionLogic: 'any', logAs, conditions, actions: [] })))
  }
}

/** A picture that leads to others is drawn after them. */
const pictures: readonly (readonly [
  name: string,
  group: string,
  draw: (params: DemoParams, ids: ReadonlyMap<string, number>) => Sketch,
])[] = [
  ['Pumping station 1', 'Town', drawPumpingStation],
  ['Solar field 1', 'Town', drawSolarField],
  ['School 1', 'Town', drawBuilding],
  ['One-line of the town', 'Town', drawTown],
]

/** Pictures as an editor would draw them: a pumping station, a solar field, a building, and the town above them. */
const showVisualization = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  const ids = new Map(expectOk(await api.visualizations.list({ orgId })).map(({ id, name }) => [name, id]))
  for (const [name, group, draw] of pictures) {
    if (ids.has(name)) continue
    const { kind, ...drawn } = savedOf(draw(params, ids).model, new Map(), { items: [] })
    const { id } = expectOk(await api.visualizations.create({ orgId, name, group, kind, ...drawn, updatePeriodSec: 5 }))
    ids.set(name, id)
  }
}

export interface Demo {
  orgId: number
  email: string
  password: string
  key: { apiKey: string; password: string }
}

export interface PrepareOptions {
  cloud: Pick<Cloud, 'url' | 'setupCode' | 'loadHistory'>
  folder: string
  /** Sites that the cloud connects to. */
  sites: readonly ServedSite[]
  gateway: Pick<DemoGateway, 'activationCode'>
  /** The site on the line of the gateway. */
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
