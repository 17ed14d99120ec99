import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { dial } from '@busbar/modbus/net'
import type { Acts } from '../../kit/acts.ts'
import { HttpSocket } from '../../kit/http-socket.ts'
import { median } from '../../kit/median.ts'
import { percentile } from '../../kit/percentile.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { type ExchangeName, type ExchangePair, exchangePairs } from '../exchanges.ts'
import type { BenchSite } from '../make-site.ts'
import { manyParams, paramsPerRequest } from '../site.ts'

export interface RunOptions {
  what: ExchangeName
  apiPort: number
  sitePort: number
  site: BenchSite
  /** Rounds that go first and are not counted. */
  warmUps: number
  rounds: number
  /** More rounds where those are over sooner. */
  atLeastMs: number
}
export interface LatencySummary {
  medianMs: number
  p99Ms: number
}
export interface PairTimes {
  api: LatencySummary
  bare: LatencySummary
  rounds: number
}
export interface ClientActs extends Acts {
  /** Asks the service, then past it the site, one at a time, over connections that are made for it. */
  run(options: RunOptions): Promise<PairTimes>
  /** Measures the time until the disk has stored a page of a log, which the service waits for twice per write. */
  sync(rounds: number): Promise<LatencySummary>
}

/** As large as the database's log grows at least, in a file that has its length already. */
const pageBytes = 8192
const filePages = 128

const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  times.push(performance.now() - startedAt)
  return result
}

const summary = (times: readonly number[]): LatencySummary => ({
  medianMs: median(times),
  p99Ms: percentile(times, 0.99),
})

const runPair = async (pair: ExchangePair, rounds: number, atLeastMs: number): Promise<PairTimes> => {
  const api: number[] = []
  const bare: number[] = []
  const startedAt = performance.now()
  for (let round = 0; round < rounds || performance.now() - startedAt < atLeastMs; round += 1) {
    const judge = await timed(api, () => pair.api(round))
    judge()
    await timed(bare, () => pair.bare(round))
  }
  return { api: summary(api), bare: summary(bare), rounds: api.length }
}

const acts: ClientActs = {
  async run({ what, apiPort, sitePort, site, warmUps, rounds, atLeastMs }) {
    const https = Array.from({ length: manyParams / paramsPerRequest }, () => new HttpSocket(apiPort))
    await Promise.all(https.map((socket) => socket.start()))
    const modbus = await dial({ host: '127.0.0.1', port: sitePort, envelope: 'tcp', depth: https.length })
    const pair = exchangePairs({ https, modbus }, site)[what]
    await runPair(pair, warmUps, 0)
    const times = await runPair(pair, rounds, atLeastMs)
    for (const socket of https) socket.stop()
    modbus.close()
    return times
  },
  async sync(rounds) {
    const folder = tempFolder()
    const file = await open(join(folder.path, 'log'), 'w')
    try {
      await file.write(Buffer.alloc(filePages * pageBytes))
      await file.sync()
      const page = Buffer.alloc(pageBytes, 1)
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await file.write(page, 0, pageBytes, (round % filePages) * pageBytes)
        await timed(times, () => file.datasync())
      }
      return summary(times)
    } finally {
      await file.close()
      folder.remove()
    }
  },
}
play(acts)
