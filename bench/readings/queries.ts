import { table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import { type Question, questionsOf, type Timing } from './questions.ts'
import type { HistoryActs } from './roles/history.ts'
import type { Past } from './year.ts'

export interface QueryEffort extends Past {
  times: number
}

/** Our answers, by the question's name. */
export const benchQueries = async ({ times, ...past }: QueryEffort): Promise<Map<string, Timing>> => {
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
      'History and lastReadings as the handlers call them, without permissions, names and the text of the answer;',
    )
    console.log(`each ${times} times, one at a time\n`)
    const questions = questionsOf(past.days)
    const timings = new Map<string, Timing>()
    for (const question of questions) timings.set(question.name, await role.ask('ask', { ...question, times }))
    console.log(table([['', 'median ms', 'p99 ms', '', 'wanted ms'], ...questions.map((one) => row(one, timings))]))
    return timings
  } finally {
    await role.ask('clear')
    await role.stop()
  }
}

const row = ({ name, wantedMs }: Question, timings: ReadonlyMap<string, Timing>): string[] => {
  const { medianMs, p99Ms } = timings.get(name) ?? { medianMs: Number.NaN, p99Ms: Number.NaN }
  return [name, medianMs.toFixed(2), p99Ms.toFixed(2), medianMs < wantedMs ? 'meets' : 'misses', `${wantedMs}`]
}
