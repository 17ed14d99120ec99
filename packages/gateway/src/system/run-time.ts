import { join } from 'node:path'
import type { Clock } from '@busbar/modbus'
import { keepFile, readKept } from '../kept-file.ts'
import { parseRecord, type ResetFlag, resetCause } from './run-time.rules.ts'

/** Few writes: the card of such a box wears out. A power cut costs an hour of the count at most. */
const keepMs = 3_600_000

interface Options {
  readonly folder: string
  readonly clock: Clock
  readonly bootId: string
}

/** How long the gateway has run, in all and since its last start, and why it has started. */
export class RunTime {
  readonly #path: string
  readonly #clock: Clock
  readonly #bootId: string
  #beforeSec = 0
  #beganMs = 0
  #startedMs = 0
  #cause: ResetFlag = 'RST_CAUSE_PO'
  #callOff: (() => void) | undefined

  constructor({ folder, clock, bootId }: Options) {
    this.#path = join(folder, 'run.json')
    this.#clock = clock
    this.#bootId = bootId
  }

  start(): void {
    const last = parseRecord(readKept(this.#path)?.toString())
    this.#cause = resetCause(last, this.#bootId)
    this.#beforeSec = last?.totalSec ?? 0
    this.#beganMs = this.#startedMs = this.#clock.now()
    this.#keep(false)
    this.#wait()
  }

  /** Its services have started anew, the program has not. */
  restarted(): void {
    this.#startedMs = this.#clock.now()
    this.#cause = 'RST_CAUSE_SW'
  }

  stop(): void {
    this.#callOff?.()
    this.#keep(true)
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

  #keep(isEnded: boolean): void {
    keepFile(this.#path, JSON.stringify({ totalSec: this.#totalSec(), isEnded, bootId: this.#bootId }))
  }

  #wait(): void {
    this.#callOff = this.#clock.after(keepMs, () => {
      this.#keep(false)
      this.#wait()
    })
  }
}
