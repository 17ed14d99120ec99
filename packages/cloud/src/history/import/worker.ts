import { lowerPriority, serveJobs } from '@busbar/readings/thread'
import { type ParseJob, parseLines } from './parse-readings-job.ts'

lowerPriority()

/** The thread that parses readings of other programs. */
serveJobs((job) => {
  const result = parseLines(job as ParseJob)
  const transfer = 'parsed' in result ? [result.parsed.nameIndexes.buffer, result.parsed.times.buffer] : []
  return { result, transfer }
})
