import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { measureLatencies } from './latencies.ts'
import { exchangesPerSec, timesOf, units } from './line.ts'
import type { ClientsActs } from './roles/clients.ts'
import type { PartnerActs } from './roles/partner.ts'
import type { ProgramActs } from './roles/program.ts'
import type { TimelessActs } from './roles/timeless.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /**
     * Number of busy programs beside the gateway; clients and devices run at a higher priority, since they are
     * elsewhere in the field.
     */
    beside: { type: 'string', default: '0' },
    /** How the gateway is ranked among them: plain, nice or real-time. */
    rank: { type: 'string', default: 'plain' },
  },
})
const effort = values.quick
  ? { rounds: 200, runMs: 2000, idleMs: 3000 }
  : { rounds: 2000, runMs: 10_000, idleMs: 10_000 }
const [fast, slow] = [115_200, 9600]
const crowd = 32

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
const perSec = (count: number): string => ((count * 1000) / effort.runMs).toFixed(1)
const us = (ms: number): string => `${Math.round(ms * 1000)}`

const others = Array.from({ length: Number(values.beside) }, () => spawn('sh', ['-c', 'while :; do :; done']))
const elsewhere = others.length > 0 ? ['chrt', '--rr', '2'] : []
const ranks: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  nice: ['nice', '-n', '-10'],
  'real-time': ['chrt', '--rr', '1'],
}
const ranked = ranks[values.rank]
if (ranked === undefined) throw new Error(`there is no rank ${values.rank}`)

const timeless = startRole<TimelessActs>(import.meta.resolve('./roles/timeless.ts'), [], ranked)
const clients = startRole<ClientsActs>(import.meta.resolve('./roles/clients.ts'), [], elsewhere)
const partner = startRole<PartnerActs>(import.meta.resolve('./roles/partner.ts'), [], elsewhere)
// As its package starts it.
const program = startRole<ProgramActs>(import.meta.resolve('./roles/program.ts'), ['--max-semi-space-size=2'], ranked)

try {
  console.log(
    'Modbus TCP through the gateway to a simulated line, on which bytes take no time, and past it on that line\n',
  )
  const { gateway, bare } = await timeless.ask('open', fast)
  const latencies = await measureLatencies({ timeless, clients, gateway, bare, rounds: effort.rounds })
  const shown = ['on the line', 'a bare Modbus TCP server', 'through the gateway']
  console.log(
    table([
      ['', 'median us', 'p99 us'],
      ...latencies.map(({ medianMs, p99Ms }, at) => [shown[at] ?? '', us(medianMs), us(p99Ms)]),
    ]),
  )
  const [direct, , through] = latencies

  const { quietMs } = timesOf(fast)
  await clients.ask('connect', { port: gateway, count: crowd })
  const busyBefore = await timeless.ask('cpuMicros')
  const together = sum(await clients.ask('readFor', effort.runMs))
  const busyShare = ((await timeless.ask('cpuMicros')) - busyBefore) / (effort.runMs * 10)
  const alone = await timeless.ask('readFor', { ms: effort.runMs, quietMs })
  console.log(
    `\n${crowd} clients at ${fast} baud, of which the silence between frames is left: ${perSec(together)} requests/s,`,
  )
  console.log(
    `on the line itself ${perSec(alone)}, with perfect timers ${(1000 / quietMs).toFixed(0)}; CPU ${busyShare.toFixed(0)}%`,
  )

  await clients.ask('connect', { port: gateway, count: crowd - 1 })
  await clients.ask('flood', gateway)
  const withClients = await clients.ask('readFor', effort.runMs)
  const flooder = await clients.ask('calm')
  const fair = (sum(withClients) + flooder) / crowd
  console.log(
    `One of ${crowd} floods: each of the others has ${Math.min(...withClients)} to ${Math.max(...withClients)} of ${fair.toFixed(0)}, it ${flooder}`,
  )

  console.log(`\nThe program on a pseudo-terminal, behind which devices take the time of ${slow} baud\n`)
  const serialPort = await partner.ask('open', slow)
  const slowPort = await program.ask('open', { serialPort, baudRate: slow })
  await clients.ask('connect', { port: slowPort, count: units.length })
  await clients.ask('readFor', 1000)
  await partner.ask('gaps')
  const cpuBefore = await program.ask('cpuMicros')
  const slowAnswers = sum(await clients.ask('readFor', effort.runMs))
  const slowShare = ((await program.ask('cpuMicros')) - cpuBefore) / (effort.runMs * 10)
  const gaps = await partner.ask('gaps')
  console.log(`${perSec(slowAnswers)} of ${exchangesPerSec(slow).toFixed(1)} requests/s; CPU ${slowShare.toFixed(1)}%`)
  console.log(
    `Silence before a request ${gaps.quietMedianMs.toFixed(2)} ms in the median, ${gaps.quietMeanMs.toFixed(2)} on average,`,
  )
  console.log(`of ${timesOf(slow).quietMs.toFixed(2)}; devices were ${gaps.lateMs.toFixed(2)} ms late`)

  await clients.ask('connect', { port: slowPort, count: 0 })
  await sleep(1000)
  const rssMb = (await program.ask('rssBytes')) / 1e6
  const idleBefore = await program.ask('cpuMicros')
  await sleep(effort.idleMs)
  const idleShare = ((await program.ask('cpuMicros')) - idleBefore) / (effort.idleMs * 10)
  console.log(
    `\n${goalTable([
      { what: 'added at the median', value: through.medianMs - direct.medianMs, unit: ' ms', wants: { atMost: 0.3 } },
      { what: 'added at p99', value: through.p99Ms - direct.p99Ms, unit: ' ms', wants: { atMost: 1 } },
      { what: `${crowd} clients / on the line itself`, value: together / alone, wants: { atLeast: 0.9 } },
      {
        what: 'beside one that floods / a fair share',
        value: Math.min(...withClients) / fair,
        wants: { atLeast: 0.9 },
      },
      {
        what: `${slow} baud / what the line can`,
        value: ((slowAnswers / effort.runMs) * 1000) / exchangesPerSec(slow),
        wants: { atLeast: 0.93 },
      },
      { what: 'memory', value: rssMb, unit: ' MB', wants: { below: 150 } },
      { what: 'CPU of one core, idle', value: idleShare, unit: ' %', wants: { below: 1 } },
    ])}`,
  )
} finally {
  for (const role of [clients, program, timeless, partner]) await role.stop()
  for (const other of others) other.kill()
}
