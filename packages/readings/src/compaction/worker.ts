import { serveJobs } from '../serve-jobs.ts'
import { DayEncoder, type EncodeJob } from './encode-day.ts'
import { rewriteChunk } from './rewrite-chunk.ts'

/** Several days may be encoded side by side, each in its own lane. */
export interface LaneJob {
  lane: number
  job: EncodeJob
}

/** A chunk of an earlier version. */
export interface RewriteJob {
  data: Uint8Array
  day: number
}

/** The thread that encodes for the Compactor. */
const encoders: DayEncoder[] = []

serveJobs((message) => {
  const request = message as LaneJob | RewriteJob
  if ('data' in request) return { result: rewriteChunk(request.data, request.day), transfer: [] }
  const { lane, job } = request
  const encoder = (encoders[lane] ??= new DayEncoder())
  return { result: encoder.run(job), transfer: [] }
})
