import { lowerPriority, serveJobs } from '../serve-jobs.ts'
import { type DecodeJob, decode } from './decode.ts'

lowerPriority()

/** Thread that decodes for History. */
serveJobs((job) => {
  const result = decode(job as DecodeJob)
  return { result, transfer: Object.values(result).map(({ buffer }: Float64Array) => buffer as ArrayBuffer) }
})
