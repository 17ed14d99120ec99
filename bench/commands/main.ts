import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ClientActs, PairTimes } from '../control/roles/client.ts'
import type { CloudActs } from '../control/roles/cloud.ts'
import type { SiteActs } from '../control/roles/site.ts'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { WatchersActs } from './roles/watchers.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } } })
const { quick: isQuick, profile } = values
const watchers = { charting: 50, listening: 100 }
const days = 30
const effort = { warmUps: 50, rounds: 200, atLeastMs: isQuick ? 5000 : 15_000 }
/** The first answers take what the thread and the database need to get warm. */
const settleMs = 3000

const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
const cloud = startRole<CloudActs>(import.meta.resolve('../control/roles/cloud.ts'), profiling)
const site = startRole<SiteActs>(import.meta.resolve('../control/roles/site.ts'))
const client = startRole<ClientActs>(import.meta.resolve('../control/roles/client.ts'))
const watching = startRole<WatchersActs>(import.meta.resolve('./roles/watchers.ts'))
try {
  const sitePort = await site.ask('serve')
  const { apiPort, callBackPort: _, ...made } = await cloud.ask('start', { macs: [], sitePort })
  const { orgId, token, paramIds } = made
  await cloud.ask('loadPast', { orgId, paramIds, days })
  const write = (): Promise<PairTimes> => client.ask('run', { what: 'write', apiPort, sitePort, site: made, ...effort })
  console.log('A client writes to a device over the API, one write after the other, and past it over Modbus TCP.')
  const idle = await write()
  await watching.ask('begin', { apiPort, token, orgId, paramIds, days, ...watchers })
  const loopBefore = await cloud.ask('loopMs')
  await sleep(settleMs)
  const busy = await write()
  const { charts, refused, medianMs } = await watching.ask('end')
  const loopMs = (await cloud.ask('loopMs')) - loopBefore
  const ms = (value: number): string => value.toFixed(1)
  const row = (what: string, { api, bare, rounds }: PairTimes): string[] => [
    what,
    ms(api.medianMs),
    ms(api.p99Ms),
    ms(bare.medianMs),
    ms(bare.p99Ms),
    `${rounds}`,
  ]
  console.log(
    `Meanwhile ${watchers.charting} clients ask for ${days} days of ${paramIds.length} parameters, and ${watchers.listening} listen:`,
    `${charts} charts, half of them within ${ms(medianMs)} ms, ${refused} refused;`,
    `the event loop had ${ms(loopMs / charts)} ms of work for each, all else included\n`,
  )
  console.log(
    table([['', 'p50 ms', 'p99 ms', 'bare p50', 'bare p99', 'rounds'], row('idle', idle), row('charting', busy)]),
  )
  console.log(
    `\n${goalTable([
      {
        what: 'a write, p50 while charting / idle',
        value: busy.api.medianMs / idle.api.medianMs,
        wants: { atMost: 5 },
      },
      { what: 'a write, p99 while charting / idle', value: busy.api.p99Ms / idle.api.p99Ms, wants: { atMost: 5 } },
    ])}`,
  )
} finally {
  for (const role of [client, watching, site]) await role.stop()
  await cloud.ask('clear')
  await cloud.stop()
}
