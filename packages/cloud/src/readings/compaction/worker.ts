import { serveJobs } from '../history/serve-jobs.ts'
import { DayEncoder, type EncodeJob } from './encode-day.ts'

/** Several days may be encoded side by side, each in its own lane. */
export interface LaneJob {
  lane: number
  job: EncodeJob
}

/** The thread that encodes for the Compactor. */
const encoders: DayEncoder[] = []

serveJobs((given) => {
  const { lane, job } = given as LaneJob
  const encoder = (encoders[lane] ??= new DayEncoder())
  return { result: encoder.run(job), transfer: [] }
})
