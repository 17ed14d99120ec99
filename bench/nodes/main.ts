import { parseArgs } from 'node:util'
import { type Goal, goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { SceneActs } from './roles/scene.ts'
import type { SceneFigures, SceneOptions } from './scene.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    gateways: { type: 'string' },
    period: { type: 'string', default: '60' },
  },
})
const gateways = Number(values.gateways ?? (values.quick ? 3000 : 100_000))
const plain: SceneOptions = {
  gateways,
  organizations: 100,
  periodSec: Number(values.period),
  paramsPerGateway: 10,
  isCalling: true,
  nodes: 3,
  isSpread: true,
  delaySec: 10,
  heardOrganizations: 20,
  // Taken as given, not measured: a handshake and a statement of about a millisecond each.
  costs: { handshakeCpuMs: 1, statementMs: 1, commitMs: 200 },
}
const scenes: readonly [name: string, SceneOptions][] = [
  ['calling in, spread', plain],
  ['calling in, all at once', { ...plain, isSpread: false }],
  ['dialled, paced', { ...plain, isCalling: false }],
  ['dialled, all at once', { ...plain, isCalling: false, isSpread: false }],
]
const heapMb = 12_000

const play = async (options: SceneOptions): Promise<SceneFigures> => {
  const role = startRole<SceneActs>(import.meta.resolve('./roles/scene.ts'), [`--max-old-space-size=${heapMb}`])
  try {
    return await role.ask('play', options)
  } finally {
    await role.stop()
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const row = (name: string, figures: SceneFigures): string[] => [
  name,
  `${figures.lost}`,
  seconds(figures.againMs.p50),
  seconds(figures.againMs.p99),
  seconds(figures.againMs.max),
  `${figures.never}`,
  `${figures.callsPerSecMax}`,
  `${figures.dialsPerSecMax}`,
  `${figures.refused}`,
  `${figures.twoMasters}`,
]
const loadRows = (name: string, { loads }: SceneFigures): string[][] =>
  loads.map((load, at) => [
    `${name}, node ${at + 2}`,
    `${load.networks}`,
    load.pollsBefore.toFixed(0),
    load.peakShare.toFixed(2),
    load.pollsAfter.toFixed(0),
    load.messagesPerSec.toFixed(0),
    (load.bytesPerSec / 1024).toFixed(0),
  ])

console.log(
  `${gateways} gateways of ${plain.organizations} organizations, polled every ${plain.periodSec} s by three nodes, of which one dies; virtual time`,
)
console.log('Real: leases, ownership, links, dialler, schedule, polling, live events, back-off of gateways')
console.log(
  `Assumed: ${plain.costs.handshakeCpuMs} ms of a core for a gateway that calls, ${plain.costs.statementMs} ms for a statement; a load balancer that knows who is gone\n`,
)
const results: { name: string; options: SceneOptions; figures: SceneFigures }[] = []
for (const [name, options] of scenes) results.push({ name, options, figures: await play(options) })
console.log(
  table([
    ['', 'orphans', 'again p50 s', 'p99 s', 'all s', 'never', 'calls/s', 'dials/s', 'refused', 'two masters'],
    ...results.map(({ name, figures }) => row(name, figures)),
  ]),
)
console.log()
console.log(
  table([
    ['', 'networks', 'polls/s before', 'peak/mean', 'polls/s after', 'messages/s', 'kB/s'],
    ...results.filter(({ options }) => options.isSpread).flatMap(({ name, figures }) => loadRows(name, figures)),
  ]),
)
const [called, , dialled] = results.map(({ figures }) => figures)
if (called === undefined || dialled === undefined) throw new Error('a scene is missing')
const shares = [called, dialled].flatMap(({ loads }) => loads.map(({ networks }) => networks / (gateways / 2)))
const goals: Goal[] = [
  {
    what: 'calls in a second, of those that lost their node',
    value: called.callsPerSecMax / called.lost,
    wants: { below: 0.15 },
  },
  { what: 'dials of a node in a second', value: dialled.dialsPerSecMax, wants: { atMost: 1100 } },
  { what: 'networks that nobody polled again', value: called.never + dialled.never, wants: { atMost: 0 } },
  { what: 'requests of two masters on one line', value: called.twoMasters + dialled.twoMasters, wants: { atMost: 0 } },
  {
    what: 'live events that were told and not heard',
    value: Math.abs(called.published - called.received) + Math.abs(dialled.published - dialled.received),
    wants: { atMost: 0 },
  },
  {
    what: 'polls of the fullest second of a node, of its mean',
    value: Math.max(...[called, dialled].flatMap(({ loads }) => loads.map(({ peakShare }) => peakShare))),
    wants: { below: 1.2 },
  },
  { what: 'networks of the fullest node, of an even share', value: Math.max(...shares), wants: { below: 1.1 } },
]
console.log(`\n${goalTable(goals)}`)
