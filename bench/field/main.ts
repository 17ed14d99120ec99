import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Goal, goalTable, table } from '../kit/print.ts'
import { type FieldFigures, measureBare, measureCloud } from './measure.ts'
import { paramsPerDevice, periodSec } from './params.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
// How late polls were is known for the last one to two minutes: they all belong to the measurement when it lasts two.
const plain = values.quick
  ? { links: 500, isTls: false, measureMs: 20_000 }
  : { links: 5000, isTls: false, measureMs: 125_000 }
const tls = values.quick
  ? { links: 100, isTls: true, measureMs: 10_000 }
  : { links: 1000, isTls: true, measureMs: 125_000 }
const kilobyte = 1024
/** Besides links: files of the database, listeners, and what Node has open. */
const otherFiles = 200

const filesMax = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
if (filesMax < plain.links + otherFiles) {
  console.error(`A process may open ${filesMax} files here, and ${plain.links + otherFiles} are needed: ulimit -n`)
  process.exit(1)
}

const row = (name: string, links: number, figures: FieldFigures): string[] => [
  name,
  `${links}`,
  figures.connectedSec.toFixed(1),
  (figures.bytesPerLink / kilobyte).toFixed(1),
  (figures.heapBytesPerLink / kilobyte).toFixed(1),
  `${(figures.cpuShare * 100).toFixed(1)}%`,
  figures.cpuMicrosPerExchange.toFixed(0),
  figures.recordedPerSecond.toFixed(0),
  figures.lagP99Ms.toFixed(0),
  `${figures.skipped}`,
  `${figures.failed}`,
  `${figures.dropped}`,
]

console.log(
  `${plain.links} gateways call in; behind each a meter with ${paramsPerDevice} parameters, polled every ${periodSec} s`,
)
console.log(
  'Simulator and service in a process each, the service with its embedded database, whose CPU and memory are not counted',
)
console.log('Memory: what a link adds to the resident memory of the service, after collecting garbage')
if (values.quick) {
  console.log(
    'A quick run says little of memory, as a process gains and loses more by itself than so few links take, and',
  )
  console.log('of lateness, which includes the time when all connected and garbage was collected')
}
console.log()
const bareMicros = await measureBare(plain)
const plainFigures = await measureCloud(plain)
const tlsFigures = await measureCloud(tls)
console.log(
  table([
    [
      '',
      'links',
      'connected s',
      'KB/link',
      'heap KB/link',
      'CPU of a core',
      'CPU us/poll',
      'recorded/s',
      'late p99 ms',
      'skipped',
      'failed',
      'dropped',
    ],
    row('TCP', plain.links, plainFigures),
    row('TLS', tls.links, tlsFigures),
  ]),
)
console.log(`\nOur client alone, the same requests at the same pace: ${bareMicros.toFixed(0)} CPU us each\n`)
const memory: Goal = {
  what: 'memory per link, TCP',
  value: plainFigures.bytesPerLink / kilobyte,
  unit: ' KB',
  wants: { below: 40 },
}
const wantedPerSecond = (plain.links * paramsPerDevice) / periodSec
console.log(
  goalTable([
    ...(values.quick ? [] : [memory]),
    { what: 'lateness of a poll, p99', value: plainFigures.lagP99Ms, unit: ' ms', wants: { below: 500 } },
    {
      what: 'recorded readings/s',
      value: Math.round(plainFigures.recordedPerSecond),
      wants: { atLeast: wantedPerSecond * 0.99 },
    },
    { what: 'polls that were skipped', value: plainFigures.skipped, wants: { atMost: 0 } },
    { what: 'readings that were dropped', value: plainFigures.dropped, wants: { atMost: 0 } },
  ]),
)
console.log(
  `\nCPU of a poll, service / our client alone: ${(plainFigures.cpuMicrosPerExchange / bareMicros).toFixed(2)}`,
)
