import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { paramsPerDevice, periodSec } from '../field/params.ts'
import { goalTable, table } from '../kit/print.ts'
import { type ExchangeName, exchangeNames } from './exchanges.ts'
import { type ControlFigures, measureControl } from './measure.ts'
import type { PairTimes } from './roles/client.ts'
import { manyParams, paramsPerRequest } from './site.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
// A whole period at least: then every link was polled while each of the exchanges was measured.
const effort = values.quick
  ? { links: 500, rounds: 200, atLeastMs: periodSec * 1000 }
  : { links: 5000, rounds: 2000, atLeastMs: 3 * periodSec * 1000 }
/** Besides links: files of the database, listeners, and what Node has open. */
const otherFiles = 200

const filesMax = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
if (filesMax < effort.links + otherFiles) {
  console.error(`A process may open ${filesMax} files here, and ${effort.links + otherFiles} are needed: ulimit -n`)
  process.exit(1)
}

const shown: Record<ExchangeName, string> = {
  one: 'read 1 parameter',
  many: `read ${manyParams} parameters`,
  write: 'write, read before and back',
}
const ms = (value: number): string => value.toFixed(2)
const addedMs = ({ api, bare }: PairTimes): number => api.medianMs - bare.medianMs
const row = (what: ExchangeName, { times }: ControlFigures): string[] => {
  const { api, bare, rounds } = times[what]
  return [
    shown[what],
    ms(api.medianMs),
    ms(bare.medianMs),
    ms(addedMs(times[what])),
    (api.medianMs / bare.medianMs).toFixed(1),
    ms(api.p99Ms),
    ms(bare.p99Ms),
    `${rounds}`,
  ]
}
const head = ['', 'service ms', 'bare ms', 'added ms', 'times', 'service p99', 'bare p99', 'rounds']
const figuresText = (figures: ControlFigures): string => {
  const { medianMs, p99Ms } = figures.sync
  const disk = `A write waits for the disk twice; once takes it ${ms(medianMs)} ms, p99 ${ms(p99Ms)}`
  return `${table([head, ...exchangeNames.map((what) => row(what, figures))])}\n${disk}\n`
}

console.log('A client asks the service over HTTP, and past it the same simulated site over Modbus TCP, in turns,')
console.log('one at a time. Each in a process of its own, the service with its embedded database')
console.log(
  `${manyParams} parameters are ${manyParams / paramsPerRequest} requests side by side: ${paramsPerRequest} is the most in one\n`,
)
const idle = await measureControl({ ...effort, links: 0 })
console.log(`Nothing else to do\n\n${figuresText(idle)}`)
const busy = await measureControl(effort)
console.log(
  `While ${effort.links} gateways are polled, ${paramsPerDevice} parameters each every ${periodSec} s: ` +
    `${busy.pollsPerSecond.toFixed(0)} polls/s, ${busy.skipped} skipped, ${busy.failed} failed readings\n`,
)
console.log(figuresText(busy))
const p99Times = (what: ExchangeName, who: 'api' | 'bare'): number =>
  busy.times[what][who].p99Ms / idle.times[what][who].p99Ms
console.log(
  goalTable([
    { what: 'added to reading 1 parameter', value: addedMs(idle.times.one), unit: ' ms', wants: { atMost: 2 } },
    { what: 'added to a write', value: addedMs(idle.times.write), unit: ' ms', wants: { atMost: 6 } },
    ...exchangeNames.map((what) => ({
      what: `${shown[what]}: p99 while polling / idle`,
      value: p99Times(what, 'api'),
      wants: { atMost: 3 },
    })),
    {
      what: 'polls/s meanwhile',
      value: Math.round(busy.pollsPerSecond),
      wants: { atLeast: Math.floor((effort.links / periodSec) * 0.99) },
    },
  ]),
)
console.log(
  `\nThe same of the bare client, which is all the machine's doing: ${exchangeNames.map((what) => p99Times(what, 'bare').toFixed(2)).join(', ')}`,
)
