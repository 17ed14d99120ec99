import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { Refusal } from '@busbar/wire/server'
import { type Metric, one } from '../../health/metrics-text.ts'

export interface AdmissionLimits {
  /** Of what is under way. */
  costMax: number
  /** What one organization has of it at most: the rest is for others. */
  shareMax: number
  /** What costs more counts as this, and so is let in some time; it is more than half, so that no two of them run at once. */
  oneMax: number
  /** Requests that wait, and what they cost: more than that would wait in vain. */
  queueMax: number
  queueCostMax: number
  waitMsMax: number
}

export interface AdmissionOptions {
  clock: Clock
  log: Pick<Log, 'info' | 'warn'>
  limits?: AdmissionLimits
}

/** One request's right to run, or its place in the queue. */
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
/** So long after the last refusal it is over, if the queue is empty. */
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
  underWay: number
  /** What it was given; of a line that begins, as much as others had been when they were let in last. */
  admittedCost: number
}

const waitingCost = ({ waiting }: Line): number => waiting.reduce((sum, { cost }) => sum + cost, 0)

const tooMuchForLink = (): Refusal =>
  new Refusal(
    'Unavailable',
    'This is more than a share link may read at once: ask for fewer parameters or a shorter span.',
  )

/**
 * Lets so much cost run at once. Who does not fit waits in the line of its organization; the turn is that of the line which was given
 * least. When that one's first does not fit yet, none goes before it: what is large is not passed by for ever. A line that has its share
 * under way is left out meanwhile.
 */
export class Admission {
  readonly #clock: Clock
  readonly #log: AdmissionOptions['log']
  readonly #limits: AdmissionLimits
  readonly #lines = new Map<string, Line>()
  readonly #refused: Record<Reason, number> = { full: 0, late: 0, stopping: 0 }
  #underWay = 0
  #waiting = 0
  #lastAdmittedCost = 0
  #overload: { sinceMs: number; lastMs: number; refused: number; cancel: () => void } | null = null

  constructor({ clock, log, limits = admissionLimits }: AdmissionOptions) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  get status(): { underWay: number; waiting: number; refused: Readonly<Record<Reason, number>> } {
    return { underWay: this.#underWay, waiting: this.#waiting, refused: { ...this.#refused } }
  }

  /** `who` is an organization: each has its own share. */
  enter(who: string, cost: number): AdmissionTicket {
    return this.#enter(this.#lineOf(who), who, Math.min(cost, this.#limits.oneMax))
  }

  /** All share links of an organization stand in a line of their own, with a share that leaves most to its people. */
  enterByLink(orgId: number, cost: number): AdmissionTicket {
    const shareMax = this.#limits.shareMax / linksPart
    if (cost > shareMax) throw tooMuchForLink()
    const who = `links of org ${orgId}`
    return this.#enter(this.#lineOf(who, shareMax), who, cost)
  }

  #enter(line: Line, who: string, cost: number): AdmissionTicket {
    if (line.waiting.length === 0) line.admittedCost = Math.max(line.admittedCost, this.#lastAdmittedCost)
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    let state: 'waiting' | 'in' | 'out' = 'waiting'
    const cancel = this.#clock.after(this.#limits.waitMsMax, () => this.#refuse(who, waiter, 'late'))
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
      const was = state
      state = 'out'
      if (was === 'out') return
      if (was === 'in') this.#end(who, cost)
      else this.#withdraw(who, waiter)
      cancel()
      resolve(false)
    }
    line.waiting.push(waiter)
    this.#waiting += 1
    this.#letIn()
    while (this.#isFull()) this.#makeRoom(who)
    // What `admit` did is not seen by the compiler.
    return { turn: (state as string) === 'in' ? null : promise, leave }
  }

  /** Those who wait are told; what is under way goes on. */
  stop(): void {
    for (const [who, { waiting }] of this.#lines) {
      for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) this.#refuse(who, last, 'stopping')
    }
    this.#overload?.cancel()
    this.#overload = null
  }

  metrics(): Metric[] {
    return [
      one('busbar_admission_cost', 'gauge', 'Cost of the reads that are under way.', this.#underWay),
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

  #lineOf(who: string, shareMax = this.#limits.shareMax): Line {
    const line = this.#lines.get(who) ?? { shareMax, waiting: [], underWay: 0, admittedCost: 0 }
    this.#lines.set(who, line)
    return line
  }

  #letIn(): void {
    for (;;) {
      const line = this.#turn()
      const [first] = line?.waiting ?? []
      if (line === null || first === undefined || this.#underWay + first.cost > this.#limits.costMax) return
      line.waiting.shift()
      this.#waiting -= 1
      this.#lastAdmittedCost = Math.max(this.#lastAdmittedCost, line.admittedCost)
      line.admittedCost += first.cost
      line.underWay += first.cost
      this.#underWay += first.cost
      first.admit()
    }
  }

  #turn(): Line | null {
    let next: Line | null = null
    for (const line of this.#lines.values()) {
      const [first] = line.waiting
      const isDue = first !== undefined && line.underWay + first.cost <= line.shareMax
      if (isDue && (next === null || line.admittedCost < next.admittedCost)) next = line
    }
    return next
  }

  #end(who: string, cost: number): void {
    const line = this.#lineOf(who)
    line.underWay -= cost
    this.#underWay -= cost
    this.#forget(who, line)
    this.#letIn()
  }

  #withdraw(who: string, waiter: Waiter): void {
    const line = this.#lineOf(who)
    line.waiting.splice(line.waiting.indexOf(waiter), 1)
    this.#waiting -= 1
    this.#forget(who, line)
    this.#letIn()
  }

  #forget(who: string, line: Line): void {
    if (line.waiting.length === 0 && line.underWay === 0) this.#lines.delete(who)
  }

  #isFull(): boolean {
    const { queueMax, queueCostMax } = this.#limits
    const cost = this.#lines.values().reduce((sum, line) => sum + waitingCost(line), 0)
    return this.#waiting > queueMax || cost > queueCostMax
  }

  /** The last of the line that waits for most gives way; a newcomer, unless another line waits for more than its own. */
  #makeRoom(newcomer: string): void {
    let [most, line] = [newcomer, this.#lineOf(newcomer)]
    for (const [who, other] of this.#lines) {
      if (waitingCost(other) > waitingCost(line)) [most, line] = [who, other]
    }
    const last = line.waiting.at(-1)
    if (last !== undefined) this.#refuse(most, last, 'full')
  }

  #refuse(who: string, waiter: Waiter, reason: Reason): void {
    this.#refused[reason] += 1
    if (reason !== 'stopping') this.#noteOverload(reason)
    waiter.refuse(reason)
    this.#withdraw(who, waiter)
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
    const details = { reason, cost: this.#underWay, waiting: this.#waiting }
    this.#log.warn(details, 'overloaded: more is asked for than can be read, and some are refused')
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
