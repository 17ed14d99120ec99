import { serveJobs } from '../readings/history/thread/serve-jobs.ts'

/** A thread whose jobs misbehave on request. */
serveJobs((job) => {
  const kept: number[][] = []
  if (job === 'fail') throw new Error('as requested')
  while (job === 'spin' || job === 'grow') {
    if (job === 'grow') kept.push(Array.from({ length: 10_000 }, Math.random))
  }
  return { result: job, transfer: [] }
})
