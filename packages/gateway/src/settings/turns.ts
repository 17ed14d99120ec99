import { SettingsProblem } from './problem.ts'

const waitingMax = 16

/** Changes go one after the other: each begins with what the one before it left. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  async take<T>(act: () => Promise<T>): Promise<T> {
    if (this.#waiting >= waitingMax) throw new SettingsProblem('busy', 'settings: too many changes at once')
    this.#waiting++
    const turn = this.#last.then(act).finally(() => this.#waiting--)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
