import type { Waiting } from './queue.ts'

export interface RecorderLog {
  error(details: object, message: string): void
  info(details: object, message: string): void
}

/** Why polls were not recorded, as gaps tell it, and for the log. */
export const lossReasons = {
  OutageBufferFull: 'they wait for the database and there are too many',
  ServiceStopped: 'the service stops',
  RefusedByDatabase: 'the database refuses them',
} as const
export type LossReason = keyof typeof lossReasons

/** Polls of one device, one after the other, that nobody recorded. */
export interface LostRun {
  orgId: number
  deviceId: number
  from: number
  till: number
  polls: number
  reason: LossReason
}

/** Of more devices than this the rest is only counted. */
const runsMax = 50_000

/**
 * Counts what could not be recorded, and keeps the runs until they are stored. An episode is logged when it begins, and with all that was lost
 * when it is over.
 */
export class Losses {
  readonly #log: RecorderLog
  #polls = 0
  #readings = 0
  #episode: { polls: number; readings: number; from: number; till: number } | null = null
  #runs = new Map<string, LostRun>()

  constructor(log: RecorderLog) {
    this.#log = log
  }

  get polls(): number {
    return this.#polls
  }

  get readings(): number {
    return this.#readings
  }

  /** Runs that are over and not stored. */
  get unstored(): readonly LostRun[] {
    return this.#episode === null ? [...this.#runs.values()] : []
  }

  add(dropped: readonly Waiting[], reason: LossReason): void {
    for (const { poll, readings } of dropped) {
      const { readOn } = poll
      this.#polls += 1
      this.#readings += readings
      if (this.#episode === null) {
        this.#log.error({ why: lossReasons[reason] }, 'Readings are being lost')
        this.#episode = { polls: 0, readings: 0, from: readOn, till: readOn }
      }
      this.#episode.polls += 1
      this.#episode.readings += readings
      this.#episode.from = Math.min(this.#episode.from, readOn)
      this.#episode.till = Math.max(this.#episode.till, readOn)
      this.#prolong(poll, reason)
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
    this.#prolong(poll, 'RefusedByDatabase')
  }

  /** Recording goes on, or ends. */
  close(): void {
    if (this.#episode === null) return
    const { polls, readings, from, till } = this.#episode
    this.#episode = null
    const span = { from: new Date(from).toISOString(), till: new Date(till).toISOString() }
    this.#log.error({ polls, readings, ...span }, 'Readings were lost')
  }

  stored(runs: readonly LostRun[]): void {
    for (const run of runs) this.#runs.delete(keyOf(run))
  }

  #prolong({ orgId, deviceId, readOn }: Waiting['poll'], reason: LossReason): void {
    const key = keyOf({ deviceId, reason })
    const run = this.#runs.get(key)
    if (run === undefined) {
      if (this.#runs.size >= runsMax) return
      this.#runs.set(key, { orgId, deviceId, from: readOn, till: readOn, polls: 1, reason })
      return
    }
    run.from = Math.min(run.from, readOn)
    run.till = Math.max(run.till, readOn)
    run.polls += 1
  }
}

const keyOf = ({ deviceId, reason }: Pick<LostRun, 'deviceId' | 'reason'>): string => `${deviceId} ${reason}`
