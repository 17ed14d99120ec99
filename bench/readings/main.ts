import { parseArgs } from 'node:util'
import { benchBeside } from './beside.ts'
import { benchIngest, type IngestEffort } from './ingest.ts'
import { benchQueries, type QueryEffort } from './queries.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const ingest: IngestEffort = values.quick
  ? { devices: 2000, pieces: 2, rounds: 2, warmRounds: 10, compactDevices: 5 }
  : { devices: 2000, pieces: 5, rounds: 5, warmRounds: 20, compactDevices: 50 }
const queries: QueryEffort = values.quick
  ? { days: 60, todayHours: 6, times: 50 }
  : { days: 365, todayHours: 18, times: 300 }

await benchIngest(ingest)
const timings = await benchQueries(queries)
await benchBeside(ingest, queries, timings)
