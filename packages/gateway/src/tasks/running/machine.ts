import type { Memory } from './memory.ts'

/** A message that a run wants to be sent. */
export interface Message {
  /** Which of the phones in the settings, from 1. */
  readonly phone: number
  readonly text: string
}

/** When a run is. */
export interface RunTime {
  /** Its UTC fields are the local time. */
  readonly localNow: Date
  /** Of a clock that is never set. */
  readonly nowMs: number
  /** Seconds of the local day; null where the sun does not rise or set, or that is not known. */
  readonly sun: { readonly sunriseSec: number | null; readonly sunsetSec: number | null }
}

/** What an operation of a program works on. */
export interface Machine extends RunTime {
  readonly memory: Memory
  /** Where the calls under way go back to. */
  readonly stack: number[]
  readonly messages: Message[]
}

/** One statement: does it, and says which is next. */
export interface Operation {
  /** What it costs. */
  readonly parts: number
  readonly act: (machine: Machine) => number
}

/** In the place of the next operation: the run is over. */
export const over = -1
