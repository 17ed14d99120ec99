import { table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { IngestEffort } from './ingest.ts'
import type { QueryEffort } from './queries.ts'
import { questionsOf, type Timing } from './questions.ts'
import type { VictoriaActs } from './roles/victoria.ts'
import { isVictoriaFound } from './victoria/server.ts'

/** The same data and comparable questions for VictoriaMetrics, where it is installed. */
export const benchBeside = async (
  { devices, rounds, warmRounds, pieces }: IngestEffort,
  { times, ...past }: QueryEffort,
  ours: ReadonlyMap<string, Timing>,
): Promise<void> => {
  if (!isVictoriaFound()) return console.log('\nVictoriaMetrics not found: left out')
  const role = startRole<VictoriaActs>(import.meta.resolve('./roles/victoria.ts'))
  try {
    console.log(
      '\nBeside: VictoriaMetrics, which has no other way in than HTTP; it syncs now and then, and must not remember answers\n',
    )
    const rows = [['stores, readings a request', 'readings/s']]
    for (const batchReadings of [2000, 10_000]) {
      await role.ask('ingest', { devices, rounds: warmRounds, batchReadings })
      const perSecond = await role.ask('ingest', { devices, rounds: rounds * pieces, batchReadings })
      rows.push([`${batchReadings}`, perSecond.toFixed(0)])
    }
    const { readings, bytes } = await role.ask('load', past)
    console.log(table(rows))
    console.log(`\n${(bytes / readings).toFixed(2)} bytes for each of ${readings} readings of 20 devices, merged\n`)
    const head = ['', 'median ms', 'p99 ms', 'ours ms', 'ours is']
    const answers: string[][] = []
    for (const question of questionsOf(past.days)) {
      const { medianMs, p99Ms } = await role.ask('ask', { ...question, times })
      const own = ours.get(question.name)?.medianMs ?? Number.NaN
      const figures = [medianMs, p99Ms, own].map((ms) => ms.toFixed(2))
      answers.push([question.name, ...figures, `${(own / medianMs).toFixed(2)} times`])
    }
    console.log(table([head, ...answers]))
  } finally {
    await role.ask('clear')
    await role.stop()
  }
}
