import { type Transferable, Worker } from 'node:worker_threads'
import { DamagedChunk } from '@busbar/series'
import type { JobOutcome } from './serve-jobs.ts'

interface PendingJob<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

/** Maximum number of waiting jobs; further ones are refused. */
const queueMax = 256

/**
 * Runs blocking work in a thread, one job after the other. The thread starts with the first job and does not keep the
 * process alive; a dead one is restarted with the next job.
 */
export class Thread<Job, Result> {
  readonly #entry: URL
  /** Pending jobs in the order of their results. */
  #waiting: PendingJob<Result>[] = []
  #worker: Worker | null = null

  constructor(entry: URL) {
    this.#entry = entry
  }

  get isFull(): boolean {
    return this.#waiting.length >= queueMax
  }

  run(job: Job, transfer: Transferable[] = []): Promise<Result> {
    if (this.isFull) return Promise.reject(new Error('too many jobs are waiting for the thread'))
    const worker = this.#worker ?? this.#begin()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      worker.postMessage(job, transfer)
    })
  }

  /** Stops the thread; pending jobs fail. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#fail(new Error('the thread was stopped'))
    await worker?.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(this.#entry)
    worker.unref()
    worker.on('message', (outcome: JobOutcome<Result>) => this.#settle(outcome))
    worker.on('error', (error: Error) => this.#end(worker, error))
    worker.on('exit', () => this.#end(worker, new Error('the thread ended')))
    this.#worker = worker
    return worker
  }

  #settle(outcome: JobOutcome<Result>): void {
    const waiting = this.#waiting.shift()
    if ('result' in outcome) waiting?.resolve(outcome.result)
    else waiting?.reject(outcome.isDamage ? new DamagedChunk(outcome.message) : new Error(outcome.message))
  }

  /** A stopped thread may end after another has started. */
  #end(worker: Worker, error: Error): void {
    if (worker === this.#worker) this.#fail(error)
  }

  #fail(error: Error): void {
    this.#worker = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) one.reject(error)
  }
}
