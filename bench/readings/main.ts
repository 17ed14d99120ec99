import { parseArgs } from 'node:util'
import { startRole } from '../kit/role.ts'
import { benchIngest, type IngestEffort } from './ingest.ts'
import { benchQueries, type QueryEffort } from './queries.ts'
import type { VictoriaActs } from './roles/victoria.ts'
import { isVictoriaFound } from './victoria/server.ts'

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

const ingest: IngestEffort = values.quick
  ? { devices: 2000, pieces: 5, rounds: 5, warmRounds: 10, compactDevices: 5 }
  : { devices: 2000, pieces: 9, rounds: 10, warmRounds: 20, compactDevices: 50 }
const queries: QueryEffort = values.quick
  ? { days: 60, todayHours: 6, times: 90 }
  : { days: 365, todayHours: 18, times: 300 }

/** In a process of its own; null where it is not installed. */
const victoria = isVictoriaFound() ? startRole<VictoriaActs>(import.meta.resolve('./roles/victoria.ts')) : null
try {
  if (values.only !== 'questions') await benchIngest(ingest, victoria)
  if (values.only !== 'storing') await benchQueries(queries, victoria)
} finally {
  await victoria?.ask('clear')
  await victoria?.stop()
}
