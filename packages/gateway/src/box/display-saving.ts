import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'

const full = 100

export interface DisplaySavingOptions {
  readonly delayMin: number
  readonly savingPercent: number
  /** Sets the brightness of the display. */
  readonly set: (percent: number) => Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** The settings `powerSaving.delayForDisplaySavingMin` and `displaySavingBrightness`: the display is dim while it is not used. */
export class DisplaySaving {
  readonly #options: DisplaySavingOptions
  #percent: number | null = null
  #cancel: (() => void) | undefined
  #hasFailed = false
  #setting: Promise<void> = Promise.resolve()

  constructor(options: DisplaySavingOptions) {
    this.#options = options
  }

  start(): void {
    this.wake()
  }

  /** Left bright: a dark one could not be brought back by hand. */
  async stop(): Promise<void> {
    this.#cancel?.()
    this.#show(full)
    await this.#setting
  }

  /** A person is there. */
  wake(): void {
    const { clock, delayMin, savingPercent } = this.#options
    this.#cancel?.()
    this.#cancel = clock.after(delayMin * 60_000, () => this.#show(savingPercent))
    this.#show(full)
  }

  #show(percent: number): void {
    if (percent === this.#percent) return
    this.#percent = percent
    this.#setting = this.#setting.then(() => this.#options.set(percent)).catch((error: unknown) => this.#failed(error))
  }

  /** Logged once: repeated failures would fill the log. */
  #failed(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#options.log.warn({ err: error }, 'display could not be dimmed')
  }
}
