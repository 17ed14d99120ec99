import type { Memory } from './memory.ts'

/** A message that a run wants to be sent. */
export interface Message {
  /** Which of the phones in the settings, from 1. */
  readonly phone: number
  readonly text: string
}

/** What an operation of a program works on. */
export interface Machine {
  readonly memory: Memory
  /** Its UTC fields are the local time. */
  readonly localNow: Date
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
