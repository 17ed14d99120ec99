import type { Clock } from '@busbar/kit'

export interface TurnLimits {
  /** Waiting for one device, and for all together; one more is refused as `full`. */
  waitingMax: number
  allWaitingMax: number
}

/** Ends a turn. */
type EndTurn = () => void
type TurnRefusal = 'full' | 'late'
interface Waiter {
  begin(): void
}

/** Commands to one device go one after another, in the order in which they came to this node. */
export class DeviceTurns {
  readonly #clock: Clock
  readonly #limits: TurnLimits
  /** Waiting commands by device; present while one of them has the turn. */
  readonly #lines = new Map<string, Waiter[]>()
  #waiting = 0

  constructor(clock: Clock, limits: TurnLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Waits for the turn, at the longest until `dueAt`. */
  take(device: string, dueAt: number): Promise<EndTurn | TurnRefusal> {
    const line = this.#lines.get(device)
    if (line === undefined) {
      this.#lines.set(device, [])
      return Promise.resolve(this.#endOf(device))
    }
    const { waitingMax, allWaitingMax } = this.#limits
    if (line.length >= waitingMax || this.#waiting >= allWaitingMax) return Promise.resolve('full')
    return this.#wait(device, line, dueAt)
  }

  #wait(device: string, line: Waiter[], dueAt: number): Promise<EndTurn | TurnRefusal> {
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(dueAt - this.#clock.now(), () => {
        line.splice(line.indexOf(waiter), 1)
        this.#waiting -= 1
        resolve('late')
      })
      const begin = (): void => {
        cancelTimer()
        this.#waiting -= 1
        resolve(this.#endOf(device))
      }
      const waiter: Waiter = { begin }
      line.push(waiter)
      this.#waiting += 1
    })
  }

  #endOf(device: string): EndTurn {
    return () => {
      const next = this.#lines.get(device)?.shift()
      if (next === undefined) this.#lines.delete(device)
      else next.begin()
    }
  }
}
