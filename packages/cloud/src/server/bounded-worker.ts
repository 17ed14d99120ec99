import { type ResourceLimits, Worker } from 'node:worker_threads'
import type { Clock } from '@busbar/kit'
import type { JobOutcome } from '@busbar/readings/thread'
import { ClientGone, Refusal } from '@busbar/wire/server'

/** Why a job has no result. */
export type JobStop = 'too-slow' | 'too-large' | 'queue-full' | 'client-gone' | 'shutdown'

export class JobStopped extends Error {
  override name = 'JobStopped'
  readonly reason: JobStop

  constructor(reason: JobStop) {
    super(`the job was stopped: ${reason}`)
    this.reason = reason
  }
}

const retryAfterSec = 10

/** Converts a stopped job to a response. `tooMuch` explains what to do if the input exceeded a limit. */
export const stoppedAnswer = ({ reason }: JobStopped, tooMuch: string): Error => {
  if (reason === 'client-gone') return new ClientGone()
  if (reason === 'too-slow' || reason === 'too-large') return new Refusal('IncorrectRequest', tooMuch)
  const why = reason === 'shutdown' ? 'The service is being stopped.' : 'Too many requests of this kind are waiting.'
  return new Refusal('Unavailable', `${why} Try again in ${retryAfterSec} s.`, { 'retry-after': String(retryAfterSec) })
}

export interface BoundedWorkerOptions {
  /** The module that calls `serveJobs`. */
  entry: URL
  clock: Clock
  /** Time limit of a job, from its start. */
  jobMsMax: number
  heapMbMax: number
  /** Jobs that wait for the one that runs. */
  queueMax?: number
  /** The thread ends, and returns its memory, when no job has run for this long. */
  idleMs?: number
}

interface PendingJob<Job, Result> {
  job: Job
  resolve(result: Result): void
  reject(error: Error): void
}

/**
 * Runs jobs with untrusted input in a thread, one at a time. A job that exceeds its time or its memory, or whose client has disconnected,
 * ends together with its thread. The next job gets a new one.
 */
export class BoundedWorker<Job, Result> {
  readonly #options: Required<BoundedWorkerOptions>
  readonly #queue: PendingJob<Job, Result>[] = []
  #running: PendingJob<Job, Result> | null = null
  #worker: Worker | null = null
  #cancelTimer: () => void = () => {}
  #isStopped = false

  constructor(options: BoundedWorkerOptions) {
    this.#options = { queueMax: 20, idleMs: 60_000, ...options }
  }

  run(job: Job, signal?: AbortSignal): Promise<Result> {
    if (this.#isStopped) return Promise.reject(new JobStopped('shutdown'))
    if (signal?.aborted === true) return Promise.reject(new JobStopped('client-gone'))
    if (this.#queue.length >= this.#options.queueMax) return Promise.reject(new JobStopped('queue-full'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const pending: PendingJob<Job, Result> = { job, resolve, reject }
    const abort = (): void => this.#abort(pending)
    signal?.addEventListener('abort', abort)
    this.#queue.push(pending)
    this.#startNext()
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  /** Stops the running job and all that wait, and refuses later ones: their thread would outlive the service. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const pending of this.#queue.splice(0)) pending.reject(new JobStopped('shutdown'))
    await this.#kill(new JobStopped('shutdown'))
  }

  #abort(pending: PendingJob<Job, Result>): void {
    const index = this.#queue.indexOf(pending)
    if (index >= 0) this.#queue.splice(index, 1)[0]?.reject(new JobStopped('client-gone'))
    else if (pending === this.#running) void this.#kill(new JobStopped('client-gone'))
  }

  #startNext(): void {
    if (this.#running !== null) return
    this.#cancelTimer()
    const { clock, jobMsMax, idleMs } = this.#options
    const next = this.#queue.shift()
    if (next === undefined) {
      this.#cancelTimer = this.#worker === null ? () => {} : clock.after(idleMs, () => void this.#kill(null))
      return
    }
    this.#running = next
    this.#cancelTimer = clock.after(jobMsMax, () => void this.#kill(new JobStopped('too-slow')))
    this.#worker ??= this.#startWorker()
    this.#worker.postMessage(next.job, [])
  }

  #startWorker(): Worker {
    const { entry, heapMbMax } = this.#options
    const resourceLimits: ResourceLimits = { maxOldGenerationSizeMb: heapMbMax }
    const worker = new Worker(entry, { resourceLimits })
    worker.unref()
    worker.on('message', (outcome: JobOutcome<Result>) => {
      if (worker !== this.#worker) return
      const job = this.#running
      this.#running = null
      if ('result' in outcome) job?.resolve(outcome.result)
      else job?.reject(new Error(outcome.message))
      this.#startNext()
    })
    const onEnd = (error: Error): void => {
      if (worker === this.#worker) void this.#kill(error)
    }
    worker.on('error', (error: NodeJS.ErrnoException) =>
      onEnd(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JobStopped('too-large') : error),
    )
    worker.on('exit', () => onEnd(new Error('the thread ended')))
    return worker
  }

  /** Ends the thread; its job fails with the error. */
  async #kill(error: Error | null): Promise<void> {
    const [worker, job] = [this.#worker, this.#running]
    this.#worker = null
    this.#running = null
    if (error !== null) job?.reject(error)
    this.#startNext()
    await worker?.terminate()
  }
}
