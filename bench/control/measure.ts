import { setTimeout as sleep } from 'node:timers/promises'
import { periodSec } from '../field/params.ts'
import type { SwarmActs } from '../field/roles/swarm.ts'
import { type Role, startRole } from '../kit/role.ts'
import { until } from '../kit/until.ts'
import type { ExchangeName } from './exchanges.ts'
import type { ClientActs, LatencySummary, PairTimes, RunOptions } from './roles/client.ts'
import type { CloudActs } from './roles/cloud.ts'
import type { SiteActs } from './roles/site.ts'

export interface ControlEffort {
  /** Gateways that call in and are polled meanwhile. */
  links: number
  rounds: number
  atLeastMs: number
}
export interface ControlFigures {
  times: Record<ExchangeName, PairTimes>
  /** Latency of the disk alone, measured after the writes. */
  sync: LatencySummary
  /** Polling rate of the service during the measurement. */
  pollsPerSecond: number
  skipped: number
  failed: number
}

/** Share of requests for warming up, which are not counted. */
const warmUpShare = 0.5
const syncRounds = 1000

/** Every process is new: the service on an empty database, the site, the client, and the swarm where there are links. */
export const measureControl = async (effort: ControlEffort): Promise<ControlFigures> => {
  const cloud = startRole<CloudActs>(import.meta.resolve('./roles/cloud.ts'))
  const site = startRole<SiteActs>(import.meta.resolve('./roles/site.ts'))
  const client = startRole<ClientActs>(import.meta.resolve('./roles/client.ts'))
  const swarm = startRole<SwarmActs>(import.meta.resolve('../field/roles/swarm.ts'))
  try {
    const sitePort = await site.ask('serve')
    const macs = effort.links === 0 ? [] : await swarm.ask('make', effort.links)
    const { apiPort, callBackPort, ...made } = await cloud.ask('start', { macs, sitePort })
    if (effort.links > 0) await swarm.ask('call', { port: callBackPort, isTls: false })
    await until(
      async () => (await cloud.ask('metrics'))['busbar_links_connected'] === effort.links + 1,
      `the site and all ${effort.links} gateways are connected`,
    )
    // Every device has been polled at least once after this time.
    if (effort.links > 0) await sleep(2 * periodSec * 1000)
    const { rounds, atLeastMs } = effort
    const options = { apiPort, sitePort, site: made, warmUps: Math.ceil(rounds * warmUpShare), rounds, atLeastMs }
    return await measureAll(cloud, client, options)
  } finally {
    for (const role of [client, swarm, site]) await role.stop()
    await cloud.ask('clear')
    await cloud.stop()
  }
}

const measureAll = async (
  cloud: Role<CloudActs>,
  client: Role<ClientActs>,
  options: Omit<RunOptions, 'what'>,
): Promise<ControlFigures> => {
  const before = await cloud.ask('metrics')
  const startedAt = performance.now()
  const run = (what: ExchangeName): Promise<PairTimes> => client.ask('run', { what, ...options })
  const times = { one: await run('one'), many: await run('many'), write: await run('write') }
  const after = await cloud.ask('metrics')
  const seconds = (performance.now() - startedAt) / 1000
  const grown = (name: string): number => (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN)
  return {
    times,
    sync: await client.ask('sync', syncRounds),
    pollsPerSecond: grown('busbar_polls_total') / seconds,
    skipped: grown('busbar_polls_skipped_total'),
    failed: grown('busbar_readings_failed_total'),
  }
}
