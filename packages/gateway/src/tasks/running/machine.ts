import type { Memory } from './memory.ts'

/** A message to be sent after a run. */
export interface Message {
  /** Which of the phones in the settings, from 1. */
  readonly phone: number
  readonly text: string
}

/** When a run is. */
export interface RunTime {
  /** Its UTC fields are the local time. */
  readonly localNow: Date
  /** Monotonic time in milliseconds. */
  readonly nowMs: number
  /** Seconds of the local day; null when the sun does not rise or set, or the position is unknown. */
  readonly sun: { readonly sunriseSec: number | null; readonly sunsetSec: number | null }
}

/** State that the operations of a program use. */
export interface Machine extends RunTime {
  readonly memory: Memory
  /** Return positions of calls in progress. */
  readonly stack: number[]
  readonly messages: Message[]
}

/** A statement. It returns the index of the next. */
export interface Operation {
  /** Cost of the operation. */
  readonly parts: number
  readonly act: (machine: Machine) => number
}

/** Index that ends the run. */
export const over = -1
