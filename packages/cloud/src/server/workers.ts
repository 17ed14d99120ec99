import type { Clock } from '@busbar/kit'
import type { ParseJob, ParseResult } from '../history/import/parse-readings-job.ts'
import type { ExpressionJob, ExpressionResult } from '../integrations/prometheus/match-expressions.ts'
import type { ReadJob, ReadResult } from '../transfer/import-config/read-config-job.ts'
import { BoundedWorker } from './bounded-worker.ts'

/** Threads for input whose cost is not known beforehand. */
export interface Workers {
  /** Reads files of other programs. */
  configs: BoundedWorker<ReadJob, ReadResult>
  /** Parses readings of other programs, batch by batch. */
  readings: BoundedWorker<ParseJob, ParseResult>
  /** Matches expressions of remote-read. */
  expressions: BoundedWorker<ExpressionJob, ExpressionResult>
}

export const createWorkers = (clock: Clock): Workers => ({
  configs: new BoundedWorker({
    entry: new URL('../transfer/import-config/worker.ts', import.meta.url),
    clock,
    jobMsMax: 20_000,
    heapMbMax: 384,
  }),
  readings: new BoundedWorker({
    entry: new URL('../history/import/worker.ts', import.meta.url),
    clock,
    jobMsMax: 10_000,
    heapMbMax: 192,
    // Each import has one batch here at a time, so imports side by side wait for each other instead of being refused.
    queueMax: 100,
  }),
  expressions: new BoundedWorker({
    entry: new URL('../integrations/prometheus/expressions-worker.ts', import.meta.url),
    clock,
    jobMsMax: 2000,
    heapMbMax: 128,
  }),
})

export const stopWorkers = async ({ configs, readings, expressions }: Workers): Promise<void> => {
  await Promise.all([configs.stop(), readings.stop(), expressions.stop()])
}
