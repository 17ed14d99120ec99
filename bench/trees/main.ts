import { parseArgs } from 'node:util'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { TreesActs } from './roles/cloud.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { times, days } = values.quick ? { times: 10, days: 60 } : { times: 50, days: 365 }
/** Sensors of each tree; a fifth as many branches. */
const sizes = [10, 100, 1000]

const questions = [
  { name: `${days} days by day`, cadence: 'day', days },
  { name: `${days} days by month`, cadence: 'month', days },
  { name: '30 days by hour', cadence: 'hour', days: 30 },
  { name: '1 day by quarter-hour', cadence: 'quarter-hour', days: 1 },
] as const

const cloud = startRole<TreesActs>(import.meta.resolve('./roles/cloud.ts'))
try {
  const { workedOutMs, readings, bytesPerDay } = await cloud.ask('start', { sizes, days })
  console.log('What the top branch of a tree comes to, asked over HTTP, by the process that answers\n')
  const rows = [['', ...sizes.map((size) => `${size} sensors, ms`), 'p99 of the largest, ms']]
  const goals = []
  for (const question of questions) {
    const timings = []
    for (const sensors of sizes) timings.push(await cloud.ask('ask', { ...question, sensors, times }))
    const largest = timings.at(-1)
    rows.push([question.name, ...timings.map(({ medianMs }) => medianMs.toFixed(1)), (largest?.p99Ms ?? 0).toFixed(1)])
    if (question.cadence === 'day') {
      const value = largest?.medianMs ?? Number.NaN
      goals.push({ what: `${question.name}, 1000 sensors: median`, value, unit: ' ms', wants: { below: 100 } })
    }
  }
  const pages = []
  for (const sensors of sizes) pages.push(await cloud.ask('openPage', { sensors, times: Math.ceil(times / 5) }))
  const slowest = pages.at(-1)
  rows.push([
    'the page of a month',
    ...pages.map(({ medianMs }) => medianMs.toFixed(1)),
    (slowest?.p99Ms ?? 0).toFixed(1),
  ])
  const value = slowest?.medianMs ?? Number.NaN
  goals.push({ what: 'the page of a month, 1000 sensors: median', value, unit: ' ms', wants: { below: 1000 } })
  console.log(table(rows))
  const perSecond = Math.round((readings * 1000) / workedOutMs)
  console.log(`\nworked out from ${readings} readings in ${(workedOutMs / 1000).toFixed(1)} s: ${perSecond} a second`)
  console.log(`kept in ${bytesPerDay.toFixed(0)} bytes for each sensor and day\n`)
  console.log(goalTable(goals))
} finally {
  await cloud.ask('clear')
  await cloud.stop()
}
