import { serveJobs } from '../history/serve-jobs.ts'
import { DayEncoder, type EncodeJob } from './encode-day.ts'

/** The thread that encodes for the Compactor. */
const encoder = new DayEncoder()
serveJobs((job) => ({ result: encoder.run(job as EncodeJob), transfer: [] }))
