import { setTimeout as sleep } from 'node:timers/promises'
import { type Role, startRole } from '../kit/role.ts'
import { until } from '../kit/until.ts'
import { periodSec } from './params.ts'
import type { BareActs } from './roles/bare.ts'
import type { CloudActs } from './roles/cloud.ts'
import type { SwarmActs } from './roles/swarm.ts'

export interface FieldEffort {
  links: number
  isTls: boolean
  measureMs: number
}
export interface FieldFigures {
  connectedSec: number
  /** Bytes of resident memory, and the JavaScript part of it. */
  bytesPerLink: number
  heapBytesPerLink: number
  /** Share of one core. */
  cpuShare: number
  cpuMicrosPerExchange: number
  pollsPerSecond: number
  recordedPerSecond: number
  lagP99Ms: number
  skipped: number
  failed: number
  dropped: number
}

const pollMs = 250
const looksInVainMax = 10
/** A round must reduce the figure below this share of the previous one. */
const worthwhile = 0.995

/** The swarm calls the service. */
export const measureCloud = async ({ links, isTls, measureMs }: FieldEffort): Promise<FieldFigures> => {
  const cloud = startRole<CloudActs>(import.meta.resolve('./roles/cloud.ts'))
  const swarm = startRole<SwarmActs>(import.meta.resolve('./roles/swarm.ts'))
  try {
    const port = await cloud.ask('start', { macs: await swarm.ask('make', links), isTls })
    // Two periods in which every device is found not connected: whatever polling itself takes is there already.
    await sleep(2 * periodSec * 1000)
    const before = await settledMemory(cloud)
    const calledAt = performance.now()
    await swarm.ask('call', { port, isTls })
    const isConnected = async (): Promise<boolean> => (await metric(cloud, 'busbar_links_connected')) === links
    await until(isConnected, `all ${links} gateways are connected`)
    const connectedSec = (performance.now() - calledAt) / 1000
    await sleep(2 * periodSec * 1000)
    const after = await settledMemory(cloud)
    const figures = await measurePolling(cloud, measureMs)
    return {
      connectedSec,
      bytesPerLink: (after.rss - before.rss) / links,
      heapBytesPerLink: (after.heap - before.heap) / links,
      ...figures,
    }
  } finally {
    await swarm.stop()
    await cloud.ask('clear')
    await cloud.stop()
  }
}

const measurePolling = async (
  cloud: Role<CloudActs>,
  measureMs: number,
): Promise<Omit<FieldFigures, 'connectedSec' | 'bytesPerLink' | 'heapBytesPerLink'>> => {
  const before = await cloud.ask('metrics')
  const cpuBefore = await cloud.ask('cpuMicros')
  const startedAt = performance.now()
  await sleep(measureMs)
  const after = await cloud.ask('metrics')
  const cpu = (await cloud.ask('cpuMicros')) - cpuBefore
  const ms = performance.now() - startedAt
  const grown = (name: string): number => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN)
  return {
    cpuShare: cpu / (ms * 1000),
    // A poll is one request.
    cpuMicrosPerExchange: cpu / grown('busbar_polls_total'),
    pollsPerSecond: (grown('busbar_polls_total') * 1000) / ms,
    recordedPerSecond: (grown('busbar_recorded_readings_total') * 1000) / ms,
    lagP99Ms: (after['busbar_poll_lag_p99_seconds'] ?? Number.NaN) * 1000,
    skipped: grown('busbar_polls_skipped_total'),
    failed: grown('busbar_readings_failed_total'),
    dropped: grown('busbar_recorder_dropped_readings_total'),
  }
}

/** The swarm calls a server that asks the same and drops the answers; gives CPU time for each of them. */
export const measureBare = async ({ links, measureMs }: FieldEffort): Promise<number> => {
  const bare = startRole<BareActs>(import.meta.resolve('./roles/bare.ts'))
  const swarm = startRole<SwarmActs>(import.meta.resolve('./roles/swarm.ts'))
  try {
    await swarm.ask('make', links)
    await swarm.ask('call', { port: await bare.ask('listen'), isTls: false })
    await until(async () => (await bare.ask('connected')) === links, `all ${links} gateways are connected`)
    await bare.ask('poll', periodSec * 1000)
    const cpuBefore = await bare.ask('cpuMicros')
    const answered = await bare.ask('poll', measureMs)
    return ((await bare.ask('cpuMicros')) - cpuBefore) / answered
  } finally {
    await swarm.stop()
    await bare.stop()
  }
}

/** Collects garbage until that lets go of no more: a heap shrinks only little by little. */
const settledMemory = async (cloud: Role<CloudActs>): Promise<{ rss: number; heap: number }> => {
  let rss = Infinity
  for (let looksInVain = 0; looksInVain < looksInVainMax; ) {
    const next = await cloud.ask('rssBytes')
    looksInVain = next < rss * worthwhile ? 0 : looksInVain + 1
    rss = Math.min(rss, next)
    await sleep(pollMs)
  }
  return { rss, heap: await cloud.ask('heapBytes') }
}

const metric = async (cloud: Role<CloudActs>, name: string): Promise<number> =>
  (await cloud.ask('metrics'))[name] ?? Number.NaN
