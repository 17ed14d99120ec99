import { parseArgs } from 'node:util'
import { entryBytes, measureChart, measureOverview } from '@busbar/console/bench'
import { swarm } from '@busbar/simulator'
import { median } from '../kit/median.ts'
import { type Goal, goalTable } from '../kit/print.ts'
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
  const ms = { unit: ' ms', wants: { below: 300 } }
  goals.push(
    { what: `chart of ${points} points, the first of a page`, value: first?.firstMs ?? 0, ...ms },
    {
      what: `chart of ${points} points, median of ${rounds}`,
      value: median(drawn.map(({ firstMs }) => firstMs)),
      ...ms,
    },
    {
      what: 'the same moved in time, median',
      value: median(drawn.map(({ moveMs }) => moveMs)),
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
console.log(goalTable(goals))
