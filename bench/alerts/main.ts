import { parseArgs } from 'node:util'
import { median } from '../kit/median.ts'
import { type Goal, goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { paramsPerMeter } from '../readings/meter.ts'
import { measureMessages } from './burst.ts'
import type { Pace, WatchActs } from './roles/watch.ts'
import { alertsPerMeter } from './world.ts'

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { quick: flag, messages: flag } })
const effort = values.quick
  ? { devices: 500, pieces: 2, mails: 40, burst: 100 }
  : { devices: values.messages ? 500 : 5000, pieces: 7, mails: 300, burst: 1000 }
const changesPerThousand = 10

const alerts = effort.devices * alertsPerMeter
const params = effort.devices * paramsPerMeter

/** How much of all alerts one flush touches. */
const touched = (flushReadings: number): number => flushReadings / params

const role = startRole<WatchActs>(import.meta.resolve('./roles/watch.ts'))

/** Alternates pieces with and without alerts, so that disturbances of the machine affect both alike. */
const measure = async (flushReadings: number, changes: number) => {
  const samples: { with: Pace[]; without: Pace[] } = { with: [], without: [] }
  let stored = 0
  // The first piece warms up and does not count.
  for (let piece = 0; piece <= effort.pieces; piece += 1) {
    await role.ask('make', 0)
    const without = await role.ask('record', { isWatched: false, flushReadings })
    await role.ask('make', changes)
    const watched = await role.ask('record', { isWatched: true, flushReadings })
    if (piece === 0) continue
    samples.without.push(without)
    samples.with.push(watched)
    stored += watched.stored
  }
  const middle = (paces: readonly Pace[]): Pace => ({
    perSecond: median(paces.map(({ perSecond }) => perSecond)),
    cpuMicrosPerReading: median(paces.map(({ cpuMicrosPerReading }) => cpuMicrosPerReading)),
  })
  return { with: middle(samples.with), without: middle(samples.without), stored: stored / effort.pieces }
}

const cells = ({ perSecond, cpuMicrosPerReading }: Pace): string[] => [
  perSecond.toFixed(0),
  cpuMicrosPerReading.toFixed(2),
]

try {
  const { startMs, alerts: found, heapBytes } = await role.ask('open', effort.devices)
  console.log(`${found} alerts on ${params} parameters: taken up in ${(startMs / 1000).toFixed(1)} s, heap grown by`)
  console.log(`${(heapBytes / 1e6).toFixed(0)} MB. Medians of ${effort.pieces} pieces of ${params} readings.\n`)
  const rows = [
    ['readings a flush', 'alerts touched', 'changing', 'readings/s', 'us CPU', 'with alerts', 'us CPU', 'times'],
  ]
  const goals: Goal[] = []
  for (const flushReadings of values.messages ? [] : [params / 100, 2000, 10_000]) {
    for (const changes of [0, changesPerThousand]) {
      const { with: watched, without, stored } = await measure(flushReadings, changes)
      const times = without.perSecond / watched.perSecond
      const share = `${(touched(flushReadings) * 100).toFixed(0)}%`
      const changing = `${((stored / alerts) * 100).toFixed(1)}%`
      rows.push([`${flushReadings}`, share, changing, ...cells(without), ...cells(watched), times.toFixed(2)])
      if (flushReadings !== params / 100) continue
      const what = changes === 0 ? 'none changing' : '1% of those changing'
      goals.push({
        what: `time per reading with alerts / without, 1% touched, ${what}`,
        value: times,
        wants: { atMost: 1.5 },
      })
    }
  }
  if (!values.messages) console.log(table(rows))
  goals.push(...(await measureMessages(role, effort)))
  console.log(`\n${goalTable(goals)}`)
} finally {
  await role.ask('clear')
  await role.stop()
}
