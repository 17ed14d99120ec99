import { contract } from '@busbar/cloud/contract'
import { openDatabase } from '@busbar/database'
import { client } from '@busbar/wire'
import type { Acts } from '../../kit/acts.ts'
import { median } from '../../kit/median.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { percentile } from '../../kit/percentile.ts'
import { play } from '../../kit/play.ts'
import { addSensors, copyFigures, loadYear, sampled } from '../plant.ts'

export interface TreesActs extends Acts {
  /** The real service, with a tree of each size. A few sensors have readings, and the others the figures of these. */
  start(plant: { sizes: number[]; days: number }): Promise<{
    /** How long it took to work out the figures, and from how many readings. */
    workedOutMs: number
    readings: number
    bytesPerDay: number
  }>
  ask(question: {
    sensors: number
    cadence: string
    days: number
    times: number
  }): Promise<{ medianMs: number; p99Ms: number }>
  /** All that the page of a tree asks for a month, at once as a browser does; until the last answer is read. */
  openPage(tree: { sensors: number; times: number }): Promise<{ medianMs: number; p99Ms: number }>
  clear(): Promise<void>
}

const own = new OwnCloud()
const timeZone = 'Europe/Kyiv'
const dayMs = 86_400_000
const warmTimes = 5
const tops = new Map<number, string>()
const trees = new Map<number, string>()
let url = ''
let token = ''

const open = async () => {
  const cloud = await own.start({ quota: '0', 'log-level': 'silent' })
  url = cloud.url
  return cloud
}

const must = <T>(outcome: { ok: T } | { err: { message: string } }): T => {
  if ('err' in outcome) throw new Error(outcome.err.message)
  return outcome.ok
}

const get = async <T>(path: string): Promise<T> => {
  const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
  const response = await fetch(`${url}${path}`, { headers })
  const body = (await response.json()) as T
  if (response.status !== 200) throw new Error(JSON.stringify(body))
  return body
}

const spanOf = (tillDaysAgo: number, days: number): string => {
  const till = Date.now() - tillDaysAgo * dayMs
  return `from=${new Date(till - days * dayMs).toISOString()}&till=${new Date(till).toISOString()}`
}

const segmentsOf = async (branchId: string, cadence: string, days: number) => {
  const path = `sense/aggregation/branch/${branchId}/segmentation/${cadence}/history/?${spanOf(0, days)}`
  return (await get<{ segments: { sensorsReported: number; sensorsTotal: number }[] }>(path)).segments
}

const pageOf = async (treeId: string, branchId: string): Promise<void> => {
  const tree = `sense/aggregation/tree/${treeId}`
  await get(`sense/hierarchy/tree/${treeId}/`)
  await Promise.all([0, 31, 365].map((ago) => get(`${tree}/branches-energy/?${spanOf(ago, 31)}`)))
  const of = `branchId=${branchId}`
  await Promise.all([
    get(`${tree}/segmentation/day/history/?${spanOf(0, 31)}&${of}&levels=10`),
    get(`${tree}/segmentation/day/history/?${spanOf(31, 31)}&${of}&levels=0`),
    get(`${tree}/segmentation/hour/history/?${spanOf(0, 31)}&${of}&levels=0`),
    get(`${tree}/load/?${spanOf(0, 31)}&${of}&levels=0`),
  ])
}

const acts: TreesActs = {
  async start({ sizes, days }) {
    const { setupCode } = await open()
    const errorFields = { code: 'errorCode', message: 'errorMessage' }
    const api = client(contract, {
      baseUrl: url.replace(/\/$/, ''),
      errorFields,
      authorization: () => `token ${token}`,
    })
    const owner = { orgName: 'Bench', name: 'Owner', email: 'owner@example.org', password: 'bench bench bench' }
    const made = must(await api.orgs.setup({ code: setupCode ?? '', ...owner }))
    token = made.token
    const { orgId } = made
    for (const sensors of sizes) {
      const { id: treeId } = must(await api.trees.create({ orgId, name: `${sensors}`, timeZone }))
      const { id } = must(await api.trees.createBranch({ treeId, name: 'Top' }))
      tops.set(sensors, id)
      trees.set(sensors, treeId)
    }
    await own.stop()
    const loading = await openDatabase({ dataFolder: own.folder })
    await addSensors(loading, orgId, [...tops])
    const readings = await loadYear(loading, orgId, days)
    await loading.sql.end()
    await loading.close()
    await open()
    const beganAt = performance.now()
    // The smallest tree has those with readings.
    await segmentsOf(tops.get(sampled) ?? '', 'day', days)
    const workedOutMs = performance.now() - beganAt
    await own.stop()
    const copying = await openDatabase({ dataFolder: own.folder })
    const bytesPerDay = await copyFigures(copying, timeZone)
    await copying.sql.end()
    await copying.close()
    await open()
    return { workedOutMs, readings, bytesPerDay }
  },
  async ask({ sensors, cadence, days, times }) {
    const timings: number[] = []
    for (let turn = -warmTimes; turn < times; turn += 1) {
      const beganAt = performance.now()
      const segments = await segmentsOf(tops.get(sensors) ?? '', cadence, days)
      if (turn >= 0) timings.push(performance.now() - beganAt)
      const middle = segments[Math.floor(segments.length / 2)]
      if (middle?.sensorsReported !== sensors || middle.sensorsTotal !== sensors) {
        throw new Error(`wrong answer: ${JSON.stringify(middle)}`)
      }
    }
    return { medianMs: median(timings), p99Ms: percentile(timings, 0.99) }
  },
  async openPage({ sensors, times }) {
    const timings: number[] = []
    for (let turn = -1; turn < times; turn += 1) {
      const beganAt = performance.now()
      await pageOf(trees.get(sensors) ?? '', tops.get(sensors) ?? '')
      if (turn >= 0) timings.push(performance.now() - beganAt)
    }
    return { medianMs: median(timings), p99Ms: percentile(timings, 0.99) }
  },
  clear: () => own.clear(),
}
play(acts)
