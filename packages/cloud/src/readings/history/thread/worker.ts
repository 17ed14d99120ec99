import { setPriority } from 'node:os'
import { type DecodeJob, decode } from '../decode.ts'
import { serveJobs } from './serve-jobs.ts'

const priority = 5

// On Linux a thread has a priority of its own. Where the processor is short, a command goes before a chart.
if (process.platform === 'linux') setPriority(priority)

/** The thread that decodes for History. */
serveJobs((job) => {
  const result = decode(job as DecodeJob)
  return { result, transfer: Object.values(result).map(({ buffer }: Float64Array) => buffer as ArrayBuffer) }
})
