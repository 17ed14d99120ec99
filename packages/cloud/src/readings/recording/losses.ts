import type { Waiting } from './queue.ts'

export interface RecorderLog {
  error(details: object, message: string): void
  info(details: object, message: string): void
}

/** Counts what could not be recorded. An episode is logged when it begins, and with all that was lost when it is over. */
export class Losses {
  readonly #log: RecorderLog
  #polls = 0
  #readings = 0
  #episode: { polls: number; readings: number; from: number; till: number } | null = null

  constructor(log: RecorderLog) {
    this.#log = log
  }

  get polls(): number {
    return this.#polls
  }

  get readings(): number {
    return this.#readings
  }

  add(dropped: readonly Waiting[], why: string): void {
    for (const { poll, readings } of dropped) {
      const { readOn } = poll
      this.#polls += 1
      this.#readings += readings
      if (this.#episode === null) {
        this.#log.error({ why }, 'Readings are being lost')
        this.#episode = { polls: 0, readings: 0, from: readOn, till: readOn }
      }
      this.#episode.polls += 1
      this.#episode.readings += readings
      this.#episode.from = Math.min(this.#episode.from, readOn)
      this.#episode.till = Math.max(this.#episode.till, readOn)
    }
  }

  /** The database will never take this one. */
  refuse({ poll, readings }: Waiting, error: unknown): void {
    this.#polls += 1
    this.#readings += readings
    const { orgId, deviceId, readOn } = poll
    this.#log.error(
      { err: error, orgId, deviceId, readOn: new Date(readOn).toISOString() },
      'A poll was refused and is lost',
    )
  }

  /** Recording goes on, or ends. */
  close(): void {
    if (this.#episode === null) return
    const { polls, readings, from, till } = this.#episode
    this.#episode = null
    const span = { from: new Date(from).toISOString(), till: new Date(till).toISOString() }
    this.#log.error({ polls, readings, ...span }, 'Readings were lost')
  }
}
