import type { Item } from '../bind/bound.ts'

/** State of a task between its runs. */
export interface Memory {
  readonly numbers: Float64Array
  /** A byte in each character. */
  readonly texts: string[]
  /** Previous input of each RISE and FALL. */
  readonly rises: Uint8Array
  /** Since when each TON has held, when each TOF held last; NaN where it did not. */
  readonly timers: Float64Array
  /** Items that this run has put something into. */
  readonly isAssigned: Uint8Array
  /** Exception of each item's read before this run; 0 without one. */
  readonly readErrors: Uint8Array
  /** Exception of each item's write after the previous run; 0 without one. */
  readonly writeErrors: Uint8Array
  /** Time of each item's last read; initially the start of the task. */
  readonly readOnMs: Float64Array
  readonly hasBeenRead: Uint8Array
}

export interface MemoryPlan {
  readonly items: readonly Item[]
  readonly numberCount: number
  readonly textCount: number
  readonly riseCount: number
  readonly timerCount: number
}

export function newMemory(plan: MemoryPlan, nowMs = 0): Memory {
  const { items, numberCount, textCount, riseCount, timerCount } = plan
  const numbers = new Float64Array(numberCount)
  const texts = new Array<string>(textCount).fill('')
  for (const { slot, length, initial } of items) {
    if (typeof initial === 'string') texts[slot] = initial
    else numbers.fill(initial, slot, slot + (length ?? 1))
  }
  const ofItems = (): Uint8Array => new Uint8Array(items.length)
  return {
    numbers,
    texts,
    rises: new Uint8Array(riseCount),
    timers: new Float64Array(timerCount).fill(Number.NaN),
    isAssigned: ofItems(),
    readErrors: ofItems(),
    writeErrors: ofItems(),
    readOnMs: new Float64Array(items.length).fill(nowMs),
    hasBeenRead: ofItems(),
  }
}

/** Saves the state. The returned function restores it after a failed run, which has sent nothing. */
export function snapshot(memory: Memory): () => void {
  const { numbers, texts, rises, timers } = memory
  const [oldNumbers, oldTexts, oldRises, oldTimers] = [numbers.slice(), [...texts], rises.slice(), timers.slice()]
  return () => {
    numbers.set(oldNumbers)
    rises.set(oldRises)
    timers.set(oldTimers)
    for (const [at, text] of oldTexts.entries()) texts[at] = text
  }
}
