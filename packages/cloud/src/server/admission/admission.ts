import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { Refusal } from '@busbar/wire/server'
import { type Metric, one } from '../../fields/metrics-text.ts'

export interface AdmissionLimits {
  /** Maximum cost of all running requests. */
  costMax: number
  /** Maximum cost of one organization; the rest is reserved for others. */
  shareMax: number
  /**
   * Higher costs count as this one, so that every request is admitted eventually. More than half of the capacity, so
   * that two such requests never run together.
   */
  oneMax: number
  /** Maximum number and cost of queued requests. Requests beyond it would time out in the queue. */
  queueMax: number
  queueCostMax: number
  waitMsMax: number
}

export interface AdmissionOptions {
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  limits?: AdmissionLimits
}

/** The right of one request to run, or its position in the queue. */
export interface AdmissionTicket {
  /** Null where it is in already. False when it left while it waited; a refusal when its turn does not come. */
  readonly turn: Promise<boolean> | null
  /** Frees the place, also while waiting for it. More than once does no harm. */
  leave(): void
}

/** A unit is about 500 bytes while an answer is made: half a gigabyte in all. */
export const admissionLimits: AdmissionLimits = {
  costMax: 1_000_000,
  shareMax: 800_000,
  oneMax: 600_000,
  queueMax: 100,
  queueCostMax: 5_000_000,
  waitMsMax: 10_000,
}

const retryAfterSec = 10
/** Links together have one part of so many of what an organization has. */
const linksPart = 4
/** An overload ends this long after the last refusal, if the queue is empty. */
const calmMs = 10_000
const reasons = ['full', 'late', 'stopping'] as const
type Reason = (typeof reasons)[number]

interface Waiter {
  cost: number
  admit(): void
  refuse(reason: Reason): void
}

/** An organization that has something here, or its share links. */
interface Line {
  shareMax: number
  waiting: Waiter[]
  runningCost: number
  /** Total admitted cost. A new queue starts at the value of the others, so that it gains no advantage. */
  admittedCost: number
}

const waitingCost = ({ waiting }: Line): number => waiting.reduce((sum, { cost }) => sum + cost, 0)

const tooMuchForLink = (): Refusal =>
  new Refusal(
    'Unavailable',
    'This is more than a share link may read at once: ask for fewer parameters or a shorter span.',
  )

/**
 * Limits the cost of requests that run at once. Requests that do not fit wait in a queue per organization, and the
 * queue with the least admitted cost is served first. If its first request does not fit yet, no other request overtakes
 * it, so large requests do not starve. Organizations that use their full share are skipped.
 */
export class Admission {
  readonly #clock: Clock
  readonly #log: AdmissionOptions['log']
  readonly #limits: AdmissionLimits
  readonly #lines = new Map<string, Line>()
  readonly #refused: Record<Reason, number> = { full: 0, late: 0, stopping: 0 }
  #runningCost = 0
  #waiting = 0
  #lastAdmittedCost = 0
  #overload: { sinceMs: number; lastMs: number; refused: number; cancel: () => void } | null = null

  constructor({ clock, log, limits = admissionLimits }: AdmissionOptions) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  get status(): { runningCost: number; waiting: number; refused: Readonly<Record<Reason, number>> } {
    return { runningCost: this.#runningCost, waiting: this.#waiting, refused: { ...this.#refused } }
  }

  /** `owner` is an organization: each has its own share. */
  enter(owner: string, cost: number): AdmissionTicket {
    return this.#enter(this.#lineOf(owner), owner, Math.min(cost, this.#limits.oneMax))
  }

  /** All share links of an organization stand in a line of their own, with a share that leaves most to its people. */
  enterByLink(orgId: number, cost: number): AdmissionTicket {
    const shareMax = this.#limits.shareMax / linksPart
    if (cost > shareMax) throw tooMuchForLink()
    const owner = `links of org ${orgId}`
    return this.#enter(this.#lineOf(owner, shareMax), owner, cost)
  }

  #enter(line: Line, owner: string, cost: number): AdmissionTicket {
    if (line.waiting.length === 0) line.admittedCost = Math.max(line.admittedCost, this.#lastAdmittedCost)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    let state: 'waiting' | 'in' | 'out' = 'waiting'
    const cancel = this.#clock.after(this.#limits.waitMsMax, () => this.#refuse(owner, waiter, 'late'))
    const waiter: Waiter = {
      cost,
      admit: () => {
        state = 'in'
        cancel()
        resolve(true)
      },
      refuse: (reason) => {
        state = 'out'
        cancel()
        reject(this.#refusal(reason))
      },
    }
    const leave = (): void => {
      const stateBefore = state
      state = 'out'
      if (stateBefore === 'out') return
      if (stateBefore === 'in') this.#end(owner, cost)
      else this.#withdraw(owner, waiter)
      cancel()
      resolve(false)
    }
    line.waiting.push(waiter)
    this.#waiting += 1
    this.#letIn()
    while (this.#isFull()) this.#makeRoom(owner)
    // The compiler does not see that `admit` changes the state.
    return { turn: (state as string) === 'in' ? null : promise, leave }
  }

  /** Refuses queued requests; running ones continue. */
  stop(): void {
    for (const [owner, { waiting }] of this.#lines) {
      for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) this.#refuse(owner, last, 'stopping')
    }
    this.#overload?.cancel()
    this.#overload = null
  }

  metrics(): Metric[] {
    return [
      one('busbar_admission_cost', 'gauge', 'Cost of the reads that are under way.', this.#runningCost),
      one('busbar_admission_cost_max', 'gauge', 'Cost that may be under way at once.', this.#limits.costMax),
      one('busbar_admission_waiting', 'gauge', 'Reads that wait for their turn.', this.#waiting),
      {
        name: 'busbar_admission_refused_total',
        type: 'counter',
        help: 'Reads that did not get their turn, by reason.',
        samples: reasons.map((reason) => ({ labels: { reason }, value: this.#refused[reason] })),
      },
    ]
  }

  #lineOf(owner: string, shareMax = this.#limits.shareMax): Line {
    const line = this.#lines.get(owner) ?? { shareMax, waiting: [], runningCost: 0, admittedCost: 0 }
    this.#lines.set(owner, line)
    return line
  }

  #letIn(): void {
    for (;;) {
      const line = this.#turn()
      const [first] = line?.waiting ?? []
      if (line === null || first === undefined || this.#runningCost + first.cost > this.#limits.costMax) return
      line.waiting.shift()
      this.#waiting -= 1
      this.#lastAdmittedCost = Math.max(this.#lastAdmittedCost, line.admittedCost)
      line.admittedCost += first.cost
      line.runningCost += first.cost
      this.#runningCost += first.cost
      first.admit()
    }
  }

  #turn(): Line | null {
    let next: Line | null = null
    for (const line of this.#lines.values()) {
      const [first] = line.waiting
      const isDue = first !== undefined && line.runningCost + first.cost <= line.shareMax
      if (isDue && (next === null || line.admittedCost < next.admittedCost)) next = line
    }
    return next
  }

  #end(owner: string, cost: number): void {
    const line = this.#lineOf(owner)
    line.runningCost -= cost
    this.#runningCost -= cost
    this.#forget(owner, line)
    this.#letIn()
  }

  #withdraw(owner: string, waiter: Waiter): void {
    const line = this.#lineOf(owner)
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    this.#waiting -= 1
    this.#forget(owner, line)
    this.#letIn()
  }

  #forget(owner: string, line: Line): void {
    if (line.waiting.length === 0 && line.runningCost === 0) this.#lines.delete(owner)
  }

  #isFull(): boolean {
    const { queueMax, queueCostMax } = this.#limits
    const cost = this.#lines.values().reduce((sum, line) => sum + waitingCost(line), 0)
    return this.#waiting > queueMax || cost > queueCostMax
  }

  /** The last of the line that waits for most gives way; a newcomer, unless another line waits for more than its own. */
  #makeRoom(newcomer: string): void {
    let [most, line] = [newcomer, this.#lineOf(newcomer)]
    for (const [owner, other] of this.#lines) {
      if (waitingCost(other) > waitingCost(line)) [most, line] = [owner, other]
    }
    const last = line.waiting.at(-1)
    if (last !== undefined) this.#refuse(most, last, 'full')
  }

  #refuse(owner: string, waiter: Waiter, reason: Reason): void {
    this.#refused[reason] += 1
    if (reason !== 'stopping') this.#noteOverload(reason)
    waiter.refuse(reason)
    this.#withdraw(owner, waiter)
  }

  #refusal(reason: Reason): Refusal {
    const headers = { 'retry-after': String(retryAfterSec) }
    if (reason === 'stopping') return new Refusal('Unavailable', 'The service is being stopped.', headers)
    const late = `, and your turn did not come within ${this.#limits.waitMsMax / 1000} s`
    const why = `Too much is being read just now${reason === 'late' ? late : ''}`
    const what = `ask for fewer parameters or a shorter span, or try again in ${retryAfterSec} s.`
    return new Refusal('Unavailable', `${why}: ${what}`, headers)
  }

  #noteOverload(reason: Reason): void {
    const now = this.#clock.now()
    if (this.#overload !== null) {
      this.#overload.lastMs = now
      this.#overload.refused += 1
      return
    }
    const details = { reason, cost: this.#runningCost, waiting: this.#waiting }
    this.#log.warn(details, 'overloaded: refusing some expensive requests')
    const cancel = this.#clock.after(calmMs, () => this.#lookForCalm())
    this.#overload = { sinceMs: now, lastMs: now, refused: 1, cancel }
  }

  #lookForCalm(): void {
    const overload = this.#overload
    if (overload === null) return
    const { sinceMs, lastMs, refused } = overload
    const now = this.#clock.now()
    if (this.#waiting > 0 || now - lastMs < calmMs) {
      overload.cancel = this.#clock.after(calmMs, () => this.#lookForCalm())
      return
    }
    this.#overload = null
    this.#log.info({ refused, seconds: Math.round((now - sinceMs) / 1000) }, 'no longer overloaded')
  }
}
