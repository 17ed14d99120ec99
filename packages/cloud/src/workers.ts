import type { Clock } from '@busbar/kit'
import { BoundedWorker } from './bounded-worker.ts'
import type { ExpressionJob, ExpressionResult } from './prometheus/match-expressions.ts'
import type { ReadJob, ReadResult } from './read-config-job.ts'

/** Threads for input whose cost is not known beforehand. */
export interface Workers {
  /** Reads files of other programs. */
  configs: BoundedWorker<ReadJob, ReadResult>
  /** Matches expressions of remote-read. */
  expressions: BoundedWorker<ExpressionJob, ExpressionResult>
}

export const createWorkers = (clock: Clock): Workers => ({
  configs: new BoundedWorker({
    entry: new URL('./api/import-config/worker.ts', import.meta.url),
    clock,
    jobMsMax: 20_000,
    heapMbMax: 384,
  }),
  expressions: new BoundedWorker({
    entry: new URL('./api/prometheus/expressions-worker.ts', import.meta.url),
    clock,
    jobMsMax: 2000,
    heapMbMax: 128,
  }),
})

export const stopWorkers = async ({ configs, expressions }: Workers): Promise<void> => {
  await Promise.all([configs.stop(), expressions.stop()])
}
