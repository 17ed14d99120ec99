import { join } from 'node:path'
import { keepFile, readKept } from '../kept-file.ts'

/** Nearer than this to the system's time, it is the system's time. */
const sameMs = 1000

/** The time of day. Setting it moves no clock of the system: the difference is kept, and lasts. */
export class DeviceClock {
  readonly #path: string
  readonly #system: () => Date
  #offsetMs: number

  constructor({ folder, now }: { folder: string; now: () => Date }) {
    this.#path = join(folder, 'clock')
    this.#system = now
    this.#offsetMs = 0
  }

  start(): void {
    const kept = Number(readKept(this.#path) ?? 0)
    this.#offsetMs = Number.isFinite(kept) ? kept : 0
  }

  readonly now = (): Date => new Date(this.#system().getTime() + this.#offsetMs)

  set(time: Date): void {
    const offsetMs = time.getTime() - this.#system().getTime()
    this.#offsetMs = Math.abs(offsetMs) < sameMs ? 0 : offsetMs
    keepFile(this.#path, String(this.#offsetMs))
  }
}
