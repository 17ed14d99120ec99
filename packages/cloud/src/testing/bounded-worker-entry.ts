import { serveJobs } from '@busbar/readings/thread'

/** A thread whose jobs misbehave on request. */
serveJobs((job) => {
  const kept: number[][] = []
  if (job === 'fail') throw new Error('as requested')
  if (job === 'grow') for (;;) kept.push(Array.from({ length: 10_000 }, Math.random))
  if (job === 'spin') for (;;);
  return { result: job, transfer: [] }
})
