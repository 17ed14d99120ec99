import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { DataFolder } from '../../storage/data-folder.ts'

/** Run-time record of the last save. */
interface RunRecord {
  readonly totalSec: number
  /** Whether the program ended by request. */
  readonly isEnded: boolean
  /** Boot ID of the system; it changes with every start of the machine. */
  readonly bootId: string
  /** The supply was too low when it was written. */
  readonly isSupplyLow: boolean
}

type ResetFlag = 'RST_CAUSE_BO' | 'RST_CAUSE_PO' | 'RST_CAUSE_SW' | 'RST_CAUSE_IWDG'

/** Why the gateway has started. */
export const resetCause = (last: RunRecord | undefined, bootId: string): ResetFlag => {
  if (last === undefined) return 'RST_CAUSE_PO'
  if (last.isEnded) return 'RST_CAUSE_SW'
  // Unasked, while the machine ran on: it was killed or it crashed, and something started it again.
  if (last.bootId === bootId) return 'RST_CAUSE_IWDG'
  return last.isSupplyLow ? 'RST_CAUSE_BO' : 'RST_CAUSE_PO'
}

/** A damaged record is ignored. */
const parseRecord = (text: string | undefined): RunRecord | undefined => {
  try {
    const { totalSec, isEnded, bootId, isSupplyLow } = JSON.parse(text ?? '') as Record<keyof RunRecord, unknown>
    if (typeof totalSec !== 'number' || typeof isEnded !== 'boolean' || typeof bootId !== 'string') return undefined
    return { totalSec, isEnded, bootId, isSupplyLow: isSupplyLow === true }
  } catch {
    return undefined
  }
}

/** Saves rarely, because writes wear the card. A power cut loses at most an hour of the count. */
const saveIntervalMs = 3_600_000
const file = 'run.json'

interface Options {
  readonly folder: DataFolder
  readonly clock: Clock
  readonly bootId: string
  readonly log: Pick<Log, 'warn'>
}

/** How long the gateway has run, in all and since its last start, and why it has started. */
export class RunTime {
  readonly #folder: DataFolder
  readonly #clock: Clock
  readonly #bootId: string
  #beforeSec = 0
  #beganMs = 0
  #startedMs = 0
  #cause: ResetFlag = 'RST_CAUSE_PO'
  #isSupplyLow = false
  readonly #saves: Periodic

  constructor({ folder, clock, bootId, log }: Options) {
    this.#folder = folder
    this.#clock = clock
    this.#bootId = bootId
    this.#saves = new Periodic({
      name: 'run time',
      clock,
      everyMs: saveIntervalMs,
      work: () => this.#save(false),
      onError: (error) => log.warn({ err: error }, 'run time could not be saved'),
    })
  }

  start(): void {
    const last = parseRecord(this.#folder.read(file)?.toString())
    this.#cause = resetCause(last, this.#bootId)
    this.#beforeSec = last?.totalSec ?? 0
    this.#beganMs = this.#startedMs = this.#clock.now()
    this.#save(false)
    this.#saves.start()
  }

  /** Its services have started again, the program has not. */
  restarted(): void {
    this.#startedMs = this.#clock.now()
    this.#cause = 'RST_CAUSE_SW'
  }

  /** Saved at once, so that the next start knows the cause of a power loss. */
  supplyIs(low: boolean): void {
    this.#isSupplyLow = low
    this.#save(false)
  }

  async stop(): Promise<void> {
    await this.#saves.stop()
    this.#save(true)
  }

  status() {
    return {
      runTimeMin: Math.floor((this.#clock.now() - this.#startedMs) / 60_000),
      totalRunTimeMin: Math.floor(this.#totalSec() / 60),
      resetFlags: [this.#cause],
    }
  }

  #totalSec(): number {
    return this.#beforeSec + Math.floor((this.#clock.now() - this.#beganMs) / 1000)
  }

  #save(isEnded: boolean): void {
    const record = { totalSec: this.#totalSec(), isEnded, bootId: this.#bootId, isSupplyLow: this.#isSupplyLow }
    this.#folder.saveWhenPossible(file, JSON.stringify(record))
  }
}
