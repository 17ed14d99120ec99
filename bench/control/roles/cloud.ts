import type { Cloud } from '@busbar/cloud'
import { loadNets } from '../../field/load-nets.ts'
import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { play } from '../../kit/play.ts'
import { type BenchSite, makeSite } from '../make-site.ts'

export interface StartedCloud extends BenchSite {
  apiPort: number
  callBackPort: number
}
export interface CloudActs extends Acts {
  /** The real service with a network for each gateway, and one that it dials: the site's. */
  start(options: { macs: string[]; sitePort: number }): Promise<StartedCloud>
  /** A past by the minute for each of these parameters. */
  loadPast(options: { orgId: number; paramIds: number[]; days: number }): Promise<void>
  /** Processor time of the event loop so far, without that of other threads. */
  loopMs(): number
  metrics(): Promise<Record<string, number>>
  clear(): Promise<void>
}

const own = new OwnCloud()
const minuteMs = 60_000
const minutesPerDay = 1440
let running: Cloud | undefined

/** A slow wave, read every minute, until now. */
const pastOf = (days: number): { times: Float64Array; values: Float64Array } => {
  const count = days * minutesPerDay
  const from = Date.now() - count * minuteMs
  const times = Float64Array.from({ length: count }, (_, minute) => from + minute * minuteMs)
  return { times, values: times.map((_, minute) => Math.round(230_000 + 9000 * Math.sin(minute / 97)) / 1000) }
}

const acts: CloudActs = {
  async start({ macs, sitePort }) {
    await loadNets(own.folder, macs)
    const callBackPort = await freePort()
    const flags = { callback: `127.0.0.1:${callBackPort}`, 'callback-tls': 'off', 'raw-allow': '127.0.0.0/8:1-65535' }
    running = await own.start(flags)
    return { ...(await makeSite(running, sitePort)), apiPort: Number(new URL(running.url).port), callBackPort }
  },
  async loadPast({ orgId, paramIds, days }) {
    const past = pastOf(days)
    for (const paramId of paramIds) await running?.loadHistory(orgId, paramId, past)
  },
  loopMs() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
  metrics: () => own.metrics(),
  clear: () => own.clear(),
}
play(acts)
