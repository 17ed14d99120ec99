import { median } from '../kit/median.ts'
import { table } from '../kit/print.ts'
import { type Role, startRole } from '../kit/role.ts'
import { type Question, questionsOf, type Timing } from './questions.ts'
import type { HistoryActs } from './roles/history.ts'
import type { VictoriaActs } from './roles/victoria.ts'
import type { HistoryExtent } from './year.ts'

export interface QueryEffort extends HistoryExtent {
  times: number
}

/** Both are asked in turn, so that what disturbs the machine disturbs both alike. */
const turns = 3

/** Our answers, beside those of VictoriaMetrics where it is there. */
export const benchQueries = async (
  { times, ...past }: QueryEffort,
  victoria: Role<VictoriaActs> | null,
): Promise<void> => {
  const role = startRole<HistoryActs>(import.meta.resolve('./roles/history.ts'))
  try {
    const { readings, bytes } = await role.ask('load', past)
    console.log(
      `\nAsking: ${past.days} days of 5 parameters and a week of 95 others, polled every 15 s, are cold: ${readings} readings,`,
    )
    console.log(
      `${(bytes / readings).toFixed(2)} bytes each; of 20 devices with 20 parameters there are ${past.todayHours} hours of today, compacted as far as they are by then.`,
    )
    console.log(
      'History and lastReadings as the handlers call them, without permissions, names and the text of the answer, with what the',
    )
    console.log(
      'service keeps in memory of readings that are asked for again; VictoriaMetrics must not remember answers;',
    )
    console.log(`each ${times} times, one at a time, both in turn\n`)
    const theirs = await victoria?.ask('load', past)
    if (theirs !== undefined) {
      const perReading = (theirs.bytes / theirs.readings).toFixed(2)
      console.log(`VictoriaMetrics: ${perReading} bytes for each of ${theirs.readings} readings, merged\n`)
    }
    const head = ['', 'median ms', 'p99 ms', '', 'wanted ms']
    const rows = [victoria === null ? head : [...head, 'theirs ms', 'p99 ms', 'ours is']]
    for (const question of questionsOf(past.days)) rows.push(await rowOf(question, times, role, victoria))
    console.log(table(rows))
  } finally {
    await role.ask('clear')
    await role.stop()
  }
}

const rowOf = async (
  question: Question,
  times: number,
  role: Role<HistoryActs>,
  victoria: Role<VictoriaActs> | null,
): Promise<string[]> => {
  const [ours, theirs]: [Timing[], Timing[]] = [[], []]
  const repeated = { ...question, times: Math.ceil(times / turns) }
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await role.ask('ask', repeated))
    if (victoria !== null) theirs.push(await victoria.ask('ask', repeated))
  }
  const { medianMs, p99Ms } = middleOf(ours)
  const { name, wantedMs } = question
  const row = [name, medianMs.toFixed(2), p99Ms.toFixed(2), medianMs < wantedMs ? 'meets' : 'misses', `${wantedMs}`]
  if (victoria === null) return row
  const peer = middleOf(theirs)
  return [...row, peer.medianMs.toFixed(2), peer.p99Ms.toFixed(2), `${(medianMs / peer.medianMs).toFixed(2)} times`]
}

const middleOf = (timings: readonly Timing[]): Timing => ({
  medianMs: median(timings.map(({ medianMs }) => medianMs)),
  p99Ms: median(timings.map(({ p99Ms }) => p99Ms)),
})
