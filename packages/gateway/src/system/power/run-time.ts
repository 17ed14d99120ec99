import type { Clock } from '@busbar/kit'
import type { DataFolder } from '../../storage/data-folder.ts'
import { parseRecord, type ResetFlag, resetCause } from './run-time.rules.ts'

/** Few writes: the card of such a box wears out. A power cut costs an hour of the count at most. */
const saveIntervalMs = 3_600_000
const file = 'run.json'

interface Options {
  readonly folder: DataFolder
  readonly clock: Clock
  readonly bootId: string
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
  #cancel: (() => void) | undefined

  constructor({ folder, clock, bootId }: Options) {
    this.#folder = folder
    this.#clock = clock
    this.#bootId = bootId
  }

  start(): void {
    const last = parseRecord(this.#folder.read(file)?.toString())
    this.#cause = resetCause(last, this.#bootId)
    this.#beforeSec = last?.totalSec ?? 0
    this.#beganMs = this.#startedMs = this.#clock.now()
    this.#save(false)
    this.#wait()
  }

  /** Its services have started again, the program has not. */
  restarted(): void {
    this.#startedMs = this.#clock.now()
    this.#cause = 'RST_CAUSE_SW'
  }

  /** Kept at once: if the power goes now, the next start knows why. */
  supplyIs(low: boolean): void {
    this.#isSupplyLow = low
    this.#save(false)
  }

  stop(): void {
    this.#cancel?.()
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

  #wait(): void {
    this.#cancel = this.#clock.after(saveIntervalMs, () => {
      this.#save(false)
      this.#wait()
    })
  }
}
