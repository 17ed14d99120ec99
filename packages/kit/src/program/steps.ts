import { setTimeout as sleep } from 'node:timers/promises'

/** Receives steps that did not stop. */
interface Log {
  error(details: object, message: string): void
  info(details: object, message: string): void
}

interface Step {
  name: string
  msMax: number
  undo: () => unknown
}

/** Started parts, which are stopped from the last to the first. */
export class ShutdownSteps {
  readonly #log: Log
  readonly #begun: Step[] = []
  #undoing: Promise<void> | undefined

  constructor(log: Log) {
    this.#log = log
  }

  /** How to undo what was just done, and for how long that may keep the others waiting. */
  undo(name: string, msMax: number, undo: () => unknown): void {
    this.#begun.push({ name, msMax, undo })
  }

  /** Undoes all, once however often it is called. A step that fails or hangs is logged and keeps no other from its turn. */
  undoAll(): Promise<void> {
    return (this.#undoing ??= this.#undoInTurn())
  }

  async #undoInTurn(): Promise<void> {
    const startedAt = performance.now()
    for (const step of this.#begun.toReversed()) await this.#undoOne(step)
    if (this.#begun.length > 0) this.#log.info({ ms: Math.round(performance.now() - startedAt) }, 'stopped')
  }

  async #undoOne({ name, msMax, undo }: Step): Promise<void> {
    const late = new AbortController()
    try {
      const hang = sleep(msMax, null, { signal: late.signal }).then(() => {
        throw new Error(`did not stop within ${msMax} ms`)
      })
      await Promise.race([Promise.resolve().then(undo), hang])
    } catch (error) {
      this.#log.error({ err: error }, `stopping: ${name}`)
    } finally {
      late.abort()
    }
  }
}
