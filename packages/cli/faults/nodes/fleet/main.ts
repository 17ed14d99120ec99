import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { tableLines } from '../../../src/table.ts'
import { missingPrograms } from '../cluster.ts'
import { externalDatabase, OwnDatabase } from './database.ts'
import { Fleet } from './fleet.ts'
import { printScaling } from './scaling.ts'
import { measureSteady, perMillion } from './steady.ts'
import { StreamedPolls } from './streamed-polls.ts'

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    gateways: { type: 'string', default: '10000' },
    organizations: { type: 'string', default: '1' },
    params: { type: 'string', default: '10' },
    period: { type: 'string', default: '10' },
    delay: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '125' },
    db: { type: 'string' },
    'no-kill': { type: 'boolean', default: false },
    scaling: { type: 'boolean', default: false },
  },
})
const missing = missingPrograms()
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}
const periodSec = Number(values.period)
const setting = {
  gateways: Number(values.gateways),
  paramsPerGateway: Number(values.params),
  periodSec,
  delaySec: Number(values.delay),
}
if (values.scaling) {
  await printScaling(setting, Number(values.seconds))
  process.exit()
}
const fleet = new Fleet({
  ...setting,
  nodes: Number(values.nodes),
  organizations: Number(values.organizations),
  database: values.db === undefined ? new OwnDatabase() : externalDatabase(values.db),
})
const megabyte = 1_048_576

/** Prints the usage of each process in the steady state. */
const printSteady = async (): Promise<void> => {
  const figures = await measureSteady(fleet, Number(values.seconds) * 1000)
  const { sec, recorded, processes } = figures
  const rows = processes.map((used) => [
    used.name,
    `${((used.cpuSec / sec) * 100).toFixed(1)}%`,
    (used.bytes / megabyte).toFixed(0),
    perMillion(used, figures),
    used.lateMs?.toFixed(0) ?? '',
  ])
  console.log(
    tableLines([['', 'CPU of a core', 'MB', 'CPU s per million readings', 'late p99 ms'], ...rows]).join('\n'),
  )
  console.log(`${(recorded / sec).toFixed(0)} readings recorded in a second; polls skipped: ${await skipped()}\n`)
}

const skipped = (): Promise<number> => fleet.sum('busbar_polls_skipped_total')

/** Kills one node without notice. */
const measureKill = async (streamed: StreamedPolls): Promise<void> => {
  const [victim] = fleet.nodes
  if (victim === undefined || fleet.nodes.length < 2) return
  const since = await fleet.databaseNow()
  await fleet.kill(victim)
  const connectedSec = await fleet.connected()
  const polledSec = await fleet.polledAgain(since)
  console.log(
    `kill -9 of ${victim.name}: all gateways are back after ${connectedSec.toFixed(1)} s, all devices read again after ${polledSec.toFixed(1)} s`,
  )
  await sleep(2 * periodSec * 1000)
  await compare(streamed)
}

/** Checks that every streamed reading is stored, and that no device was read twice in a period. */
const compare = async (streamed: StreamedPolls): Promise<void> => {
  // The stream continues during the query.
  const received = new Set(streamed.keys)
  const stored = await fleet.sql<{ key: string }[]>`
    select device_id || ' ' || to_char(read_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as key
    from poll where org_id = ${fleet.orgId}`
  const keys = new Set(stored.map(({ key }) => key))
  const lost = received.difference(keys).size
  const [row] = await fleet.sql<[{ doubled: number }]>`
    select count(*) as doubled from (
      select read_on - lag(read_on) over (partition by device_id order by read_on) as gap from poll
      where org_id = ${fleet.orgId} and errors is null) gaps
    where gap < make_interval(secs => ${periodSec / 2})`
  console.log(
    `${received.size} polls were told, ${lost} of them are not stored, ${streamed.doubled} were told twice; ${keys.size} are stored, ${row.doubled} of them read twice in a period`,
  )
}

try {
  console.log(
    `${values.nodes} nodes, ${values.gateways} gateways that call in, ${Number(values.gateways) * Number(values.params)} parameters, every ${periodSec} s\n`,
  )
  await fleet.start()
  const startedMs = performance.now()
  await fleet.call()
  console.log(`all had called after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  await sleep(2 * periodSec * 1000)
  const streamed = new StreamedPolls()
  const last = fleet.nodes.at(-1)
  void streamed.listen({ url: last?.url ?? '', orgId: fleet.orgId, token: fleet.token }).catch(() => {})
  await printSteady()
  if (!values['no-kill']) await measureKill(streamed)
} finally {
  await fleet.stop()
}
