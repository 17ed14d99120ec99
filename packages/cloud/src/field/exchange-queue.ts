import type { Client, Clock, Request, ResponseTo } from '@busbar/modbus'
import { Counts } from './counts.ts'
import type { Exchange, ExchangeOptions, Outcome, Priority } from './exchange.ts'
import { Turns } from './turns.ts'

export interface QueueOptions {
  clock: Clock
  /** Requests that wait; one more is refused as `full`. */
  waitingMax: number
  /** Something came back, were it damaged. */
  onAnswer(): void
  /** Nothing came back in time of what was sent then. */
  onSilence(sentAt: number): void
}

/** How a network wants to be asked. */
export interface Pace {
  /** Requests on their way at once. */
  depth: number
  timeoutMs: number
}

interface Job {
  readonly unit: number
  readonly what: Request | Uint8Array
  readonly priority: Priority
  readonly timeoutMs: number
  readonly dueAt: number
  /** A promise that rejects: the request itself was impossible. */
  settle: (outcome: Outcome<unknown> | Promise<never>) => void
}

const never = Number.POSITIVE_INFINITY
const nobody = (): void => {}

/**
 * The one queue in front of a link. A write goes before a real-time read before a poll; within each, units take turns. What is sent is
 * sent once.
 */
export class ExchangeQueue implements Exchange {
  readonly counts: Counts
  readonly #options: QueueOptions
  #pace: Pace
  // In the order of who goes first.
  readonly #lanes: Readonly<Record<Priority, Turns<Job>>> = {
    write: new Turns(),
    realtime: new Turns(),
    poll: new Turns(),
  }
  readonly #flying = new Set<Job>()
  #client: Client | null = null
  #isSerial = false
  #isPaused = false
  /** On a serial line a unit that was silent is not asked again while its late answer may come; its neighbours are. */
  #heldUntil: Map<number, number> | null = null
  #stopTimer: (() => void) | null = null
  #timerAt = never

  constructor(options: QueueOptions, pace: Pace) {
    this.#options = options
    this.#pace = pace
    this.counts = new Counts(options.clock.now())
  }

  get waiting(): number {
    return this.#lanes.write.size + this.#lanes.realtime.size + this.#lanes.poll.size
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<Outcome<ResponseTo<R>>> {
    return this.#enqueue(unit, request, options) as Promise<Outcome<ResponseTo<R>>>
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<Outcome<Uint8Array>> {
    return this.#enqueue(unit, pdu, options) as Promise<Outcome<Uint8Array>>
  }

  set pace(pace: Pace) {
    this.#pace = pace
    this.#pump()
  }

  /** From now on this client is asked. */
  attach(client: Client, isSerial: boolean): void {
    this.#client = client
    this.#isSerial = isSerial
    this.#isPaused = false
    this.#heldUntil = null
  }

  /** Until `resume` all wait. */
  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    this.#pump()
  }

  /** The client is gone, and has told those that were on their way. What waits was never sent. */
  detach(): void {
    this.#client = null
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#timerAt = never
    for (const lane of Object.values(this.#lanes)) {
      for (const job of lane.all()) this.#giveUp(job, 'no-connection')
    }
  }

  #enqueue(unit: number, what: Request | Uint8Array, options: ExchangeOptions): Promise<Outcome<unknown>> {
    const { priority, timeoutMs = this.#pace.timeoutMs, deadlineMs = never, signal } = options
    if (this.#client === null) return Promise.resolve({ err: 'no-connection' })
    if (signal?.aborted) return Promise.resolve({ err: 'aborted' })
    if (deadlineMs <= 0) return Promise.resolve({ err: 'expired' })
    if (this.waiting >= this.#options.waitingMax) return Promise.resolve({ err: 'full' })
    const dueAt = this.#options.clock.now() + deadlineMs
    return new Promise((resolve) => {
      const job: Job = { unit, what, priority, timeoutMs, dueAt, settle: resolve }
      if (signal !== undefined) this.#heed(signal, job)
      this.#lanes[priority].push(job)
      this.#pump()
      if (!this.#flying.has(job)) this.#wakeAt(dueAt)
    })
  }

  /** Lets fly all that may. */
  #pump(): void {
    const now = this.#options.clock.now()
    while (this.#client !== null && !this.#isPaused && this.#flying.size < this.#pace.depth) {
      const job = this.#next(now)
      if (job === undefined) return
      if (job.dueAt <= now) job.settle({ err: 'expired' })
      else this.#fly(this.#client, job, now)
    }
  }

  #next(now: number): Job | undefined {
    const may = (unit: number): boolean => this.#mayFly(unit, now)
    return this.#lanes.write.take(may) ?? this.#lanes.realtime.take(may) ?? this.#lanes.poll.take(may)
  }

  /** Where several may fly, one unit never takes all the places: when it is dead, the others still get on. */
  #mayFly(unit: number, now: number): boolean {
    if ((this.#heldUntil?.get(unit) ?? now) > now) return false
    let ofUnit = 0
    for (const job of this.#flying) if (job.unit === unit) ofUnit += 1
    return ofUnit < Math.max(1, this.#pace.depth - 1)
  }

  #fly(client: Client, job: Job, now: number): void {
    const { unit, what, timeoutMs, dueAt } = job
    const options = dueAt === never ? { timeoutMs } : { timeoutMs, deadlineMs: dueAt - now }
    let answer: Promise<Outcome<unknown>>
    try {
      answer = what instanceof Uint8Array ? client.transact(unit, what, options) : client.ask(unit, what, options)
    } catch (error) {
      return job.settle(Promise.reject(error))
    }
    this.#flying.add(job)
    this.counts.sent(unit, now)
    void answer.then((outcome) => this.#landed(client, job, outcome, now))
  }

  #landed(client: Client, job: Job, outcome: Outcome<unknown>, sentAt: number): void {
    const now = this.#options.clock.now()
    this.#flying.delete(job)
    this.counts.landed(job.unit, outcome, sentAt, now)
    const err = 'err' in outcome ? outcome.err : null
    if (client === this.#client && this.#isSerial && (err === 'timeout' || err === 'crc')) this.#hold(job, now)
    job.settle(outcome)
    // Nobody answers a broadcast: that it went well tells nothing.
    const isHeard = err !== 'closed' && !(this.#isSerial && job.unit === 0)
    if (err === 'timeout') this.#options.onSilence(sentAt)
    else if (isHeard) this.#options.onAnswer()
    this.#pump()
  }

  /** The client holds the unit as well: handed over sooner, its request would keep the others waiting. */
  #hold({ unit, timeoutMs }: Job, now: number): void {
    if (unit === 0) return
    this.#heldUntil ??= new Map()
    this.#heldUntil.set(unit, now + timeoutMs)
    this.#wakeAt(now + timeoutMs)
  }

  #heed(signal: AbortSignal, job: Job): void {
    const { settle } = job
    // What was sent keeps its place until it is answered or its time is out.
    const abort = (): void => this.#giveUp(job, 'aborted')
    signal.addEventListener('abort', abort)
    job.settle = (outcome) => {
      signal.removeEventListener('abort', abort)
      settle(outcome)
    }
  }

  #giveUp(job: Job, err: 'aborted' | 'expired' | 'no-connection'): void {
    this.#lanes[job.priority].remove(job)
    job.settle({ err })
    job.settle = nobody
  }

  #sweep(now: number): void {
    for (const [unit, until] of this.#heldUntil ?? []) {
      if (until <= now) this.#heldUntil?.delete(unit)
      else this.#wakeAt(until)
    }
    for (const lane of Object.values(this.#lanes)) {
      for (const job of lane.all()) {
        if (job.dueAt <= now) this.#giveUp(job, 'expired')
        else this.#wakeAt(job.dueAt)
      }
    }
    this.#pump()
  }

  /** One timer serves all, and rings only while something waits for an hour. */
  #wakeAt(at: number): void {
    if (at >= this.#timerAt || this.#client === null) return
    this.#stopTimer?.()
    this.#timerAt = at
    this.#stopTimer = this.#options.clock.after(at - this.#options.clock.now(), () => {
      this.#timerAt = never
      this.#stopTimer = null
      this.#sweep(this.#options.clock.now())
    })
  }
}
