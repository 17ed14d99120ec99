import { serveJobs } from '../serve-jobs.ts'
import { DayEncoder, type EncodeJob } from './encode-day.ts'
import { rewriteChunk } from './rewrite-chunk.ts'

/** A job of a lane; several days may be encoded concurrently. */
export interface LaneJob {
  lane: number
  job: EncodeJob
}

/** A job to rewrite a chunk of an earlier version. */
export interface RewriteJob {
  data: Uint8Array
  day: number
}

/** Thread that encodes for the Compactor. */
const encoders: DayEncoder[] = []

serveJobs((message) => {
  const request = message as LaneJob | RewriteJob
  if ('data' in request) return { result: rewriteChunk(request.data, request.day), transfer: [] }
  const { lane, job } = request
  const encoder = (encoders[lane] ??= new DayEncoder())
  return { result: encoder.run(job), transfer: [] }
})
