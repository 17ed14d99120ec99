import { parseArgs } from 'node:util'
import { compile, newMemory, run } from '@busbar/gateway/tasks'
import { median } from '../kit/median.ts'
import { goalTable, table } from '../kit/print.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { rounds, runsPerRound } = values.quick ? { rounds: 5, runsPerRound: 200 } : { rounds: 21, runsPerRound: 2000 }

/** A moving average, its extremes and an alarm, over 200 values. */
const text = `TASK 1 PERIOD 500
DEF h S32[16]
DEF i U16
DEF n U16
DEF sum S32
DEF top S32
DEF mean F32
DEF trips U16
DEF high COND mean > 40 AND NOT n MOD 7 = 0
PUT n = 0
PUT trips = 0
next: PUT sum = sum - h[i]
PUT h[i] = (n * 37 + 11) MOD 101
PUT sum = sum + h[i]
PUT top = MAX(top, h[i])
PUT mean = sum / 16
PUT i = (i + 1) MOD 16
IF high DO CALL trip
PUT n = n + 1
IF n < 200 DO GOTO next
DO RETURN
trip: PUT trips = trips + 1
DO RETURN
`

/** The same by hand, with plain numbers and no limits. */
const byHand = () => {
  const h = new Int32Array(16)
  let [i, sum, top, mean, trips] = [0, 0, 0, 0, 0]
  return (): number[] => {
    trips = 0
    for (let n = 0; n < 200; n += 1) {
      sum -= h[i] ?? 0
      h[i] = (n * 37 + 11) % 101
      sum += h[i] ?? 0
      top = Math.max(top, h[i] ?? 0)
      mean = Math.fround(sum / 16)
      i = (i + 1) % 16
      if (mean > 40 && n % 7 !== 0) trips += 1
    }
    return [i, sum, top, mean, trips]
  }
}

const compiled = compile(Buffer.from(text))
if ('problem' in compiled) throw new Error(JSON.stringify(compiled.problem))
const program = compiled.ok
const memory = newMemory(program)
const moment = { localNow: new Date(), nowMs: 0, sun: { sunriseSec: null, sunsetSec: null } }
let parts = 0
const counted = program.operations.map((operation) => ({
  parts: operation.parts,
  act(machine: Parameters<typeof operation.act>[0]): number {
    parts += operation.parts
    return operation.act(machine)
  },
}))
run(counted, newMemory(program), moment)

const task = (): void => {
  const outcome = run(program.operations, memory, moment)
  if ('errorCode' in outcome) throw new Error(outcome.errorCode)
}
const hand = byHand()

/** Microseconds of one run, in the median of rounds; both take turns, so that a busy machine hits both. */
const timed = (act: () => void): number => {
  const from = performance.now()
  for (let count = 0; count < runsPerRound; count += 1) act()
  return ((performance.now() - from) * 1000) / runsPerRound
}
const [tasks, hands]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round += 1) {
  tasks.push(timed(task))
  hands.push(timed(hand))
}
const valueOf = (name: string): number =>
  memory.numbers[program.items.find((item) => item.name === name)?.slot ?? 0] ?? 0
const same = ['i', 'sum', 'top', 'mean', 'trips'].map(valueOf).join() === byHandAfter(rounds * runsPerRound).join()

function byHandAfter(runs: number): number[] {
  const again = byHand()
  let result: number[] = []
  for (let count = 0; count < runs; count += 1) result = again()
  return result
}

const [taskUs, handUs] = [median(tasks), median(hands)]
console.log(`A run of ${parts} steps beside a function that does the same; results ${same ? 'agree' : 'DIFFER'}\n`)
console.log(
  table([
    ['', 'us a run', 'million steps/s'],
    ['task', taskUs.toFixed(1), (parts / taskUs).toFixed(1)],
    ['by hand', handUs.toFixed(1), (parts / handUs).toFixed(1)],
  ]),
)
console.log()
console.log(
  goalTable([
    { what: 'task / by hand', value: taskUs / handUs, wants: { below: 50 } },
    { what: 'the longest run, 20,000 steps', value: (taskUs / parts) * 20, unit: ' ms', wants: { below: 2 } },
  ]),
)
