import { parseArgs } from 'node:util'
import { benchBeside, startVictoria } from './beside.ts'
import { benchIngest, type IngestEffort } from './ingest.ts'
import { benchQueries, type QueryEffort } from './queries.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

const ingest: IngestEffort = values.quick
  ? { devices: 2000, pieces: 2, rounds: 2, warmRounds: 10, compactDevices: 5 }
  : { devices: 2000, pieces: 5, rounds: 5, warmRounds: 20, compactDevices: 50 }
const queries: QueryEffort = values.quick
  ? { days: 60, todayHours: 6, times: 90 }
  : { days: 365, todayHours: 18, times: 300 }

const victoria = startVictoria()
try {
  if (values.only !== 'questions') {
    await benchIngest(ingest)
    await benchBeside(victoria, ingest)
  }
  if (values.only !== 'storing') await benchQueries(queries, victoria)
} finally {
  await victoria?.ask('clear')
  await victoria?.stop()
}
