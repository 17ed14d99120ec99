import { CardError } from './card-error.ts'

/** What changes the card is done one after the other, so that two writers of one file never meet. */
export class OneAtATime {
  readonly #waitingMax: number
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#waitingMax) throw new CardError('ERROR_FR_TIMEOUT', 'Too many wait to write to the card')
    this.#waiting += 1
    const turn = this.#last.then(act)
    this.#last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      this.#waiting -= 1
    }
  }
}
