import { createStore, type ReadableStore, useStore } from '@busbar/ui/store'
import type { LiveState } from './live-feed.ts'

/** Shorter interruptions are ignored. */
const lostAfterMs = 3000

export interface ReachabilityOptions {
  /** Acts later; the answer cancels it. */
  after: (ms: number, act: () => void) => () => void
  /** The service is back. */
  onBack: () => void
}

/** Knows from the stream of events whether the service can be reached. */
export class ReachabilityWatch {
  readonly #options: ReachabilityOptions
  #cancel: (() => void) | null = null
  readonly #isLost = createStore(false)

  constructor(options: ReachabilityOptions) {
    this.#options = options
  }

  get isLost(): boolean {
    return this.#isLost.get()
  }

  /** Handles a state of the stream. Repeated attempts count from the first delay. */
  note(state: LiveState): void {
    if (state === 'waiting') this.#cancel ??= this.#options.after(lostAfterMs, () => this.#set(true))
    if (state !== 'live' && state !== 'stopped') return
    this.#cancel?.()
    this.#cancel = null
    const wasLost = this.#isLost.get()
    this.#set(false)
    if (wasLost && state === 'live') this.#options.onBack()
  }

  get store(): ReadableStore<boolean> {
    return this.#isLost
  }

  #set(isLost: boolean): void {
    if (this.#isLost.get() !== isLost) this.#isLost.set(isLost)
  }
}

const backListeners = new Set<() => void>()

/** The one of this page; the live feed tells it what it does. */
export const serverLost = new ReachabilityWatch({
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  onBack: () => {
    for (const listener of backListeners) listener()
  },
})

/** Calls when the service is back; the answer ends it. */
export const whenServerIsBack = (listener: () => void): (() => void) => {
  backListeners.add(listener)
  return () => backListeners.delete(listener)
}

/** Returns true while the service is unreachable: data is old and nothing can be changed. */
export const useServerLost = (): boolean => useStore(serverLost.store)
