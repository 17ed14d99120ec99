import { setPriority } from 'node:os'
import { parentPort, type Transferable } from 'node:worker_threads'
import { DamagedChunk } from '@busbar/series'

/** Result of a job. Errors lose their class between threads. */
export type JobOutcome<Result> = { result: Result } | { message: string; isDamage: boolean }

type JobHandler = (job: unknown) => { result: unknown; transfer: Transferable[] }

const priority = 5

/** On Linux a thread has its own priority: if CPU time is short, a command goes before a chart or an import. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(priority)
}

/** Runs jobs in the thread: returns the results of `work`, transferring the buffers in `transfer` without a copy. */
export function serveJobs(work: JobHandler): void {
  parentPort?.on('message', (job: unknown) => {
    const [outcome, transfer] = outcomeOf(work, job)
    parentPort?.postMessage(outcome, transfer)
  })
}

function outcomeOf(work: JobHandler, job: unknown): [JobOutcome<unknown>, Transferable[]] {
  try {
    const { result, transfer } = work(job)
    return [{ result }, transfer]
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ message, isDamage: error instanceof DamagedChunk }, []]
  }
}
