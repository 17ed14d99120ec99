import { parseArgs } from 'node:util'
import { type DrawTimes, entryBytes, measureChart, measureOverview } from '@busbar/console/bench'
import { swarm } from '@busbar/simulator'
import { median } from '../kit/median.ts'
import { type Goal, goalTable } from '../kit/print.ts'
import { dashboardGoals } from './dashboard.ts'
import { networkGoals } from './network.ts'
import { pictureGoals } from './picture.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 3 : 15
const points = 100_000
const [sites, units] = [5, 200]
const liveMs = values.quick ? 15_000 : 60_000

const goals: Goal[] = [
  {
    what: 'loaded before the first page, gzip',
    value: (await entryBytes()) / 1000,
    unit: ' kB',
    wants: { below: 200 },
  },
]
const drawn = await measureChart(points, rounds)
if (drawn === null) {
  console.log('There is no browser here: the chart was not drawn.\n')
} else {
  const [first] = drawn
  const middle = (of: (one: DrawTimes) => number): number => median(drawn.map(of))
  goals.push(
    {
      what: `chart of ${points} points, the first of a page`,
      value: first?.firstMs ?? 0,
      unit: ' ms',
      wants: { below: 300 },
    },
    {
      what: `chart of ${points} points, median of ${rounds}`,
      value: middle(({ firstMs }) => firstMs),
      unit: ' ms',
      wants: { below: 100 },
    },
    {
      what: 'the same beside uPlot alone with one line of these points, median',
      value: middle(({ firstMs, bareMs }) => firstMs / bareMs),
      unit: ' times',
      wants: { below: 4 },
    },
    {
      what: 'the same moved in time, median',
      value: middle(({ moveMs }) => moveMs),
      unit: ' ms',
      wants: { below: 100 },
    },
  )
}
goals.push(...(await pictureGoals()))
const longTasks = await measureOverview(swarm({ sites, units }), liveMs)
if (longTasks !== null) {
  goals.push({
    what: `overview of ${sites * units} devices, live for ${liveMs / 1000} s: tasks over 50 ms`,
    value: longTasks.length,
    wants: { atMost: 0 },
  })
}
goals.push(...(await dashboardGoals(liveMs)))
goals.push(...(await networkGoals()))
console.log(goalTable(goals))
