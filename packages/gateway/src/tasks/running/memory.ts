import type { Item } from '../language/bind/bound.ts'

/** All that a task knows from one run to the next, and what a run leaves behind. */
export interface Memory {
  readonly numbers: Float64Array
  /** A byte in each character. */
  readonly texts: string[]
  /** What each RISE saw last. */
  readonly rises: Uint8Array
  /** Items that this run has put something into. */
  readonly isPut: Uint8Array
  /** Of each item, the exception with which it could not be read before this run; 0 where it was. */
  readonly readErrors: Uint8Array
  /** Of each item, the exception with which it could not be written after the run before; 0 where it was, or was not to be. */
  readonly writeErrors: Uint8Array
}

export interface MemoryPlan {
  readonly items: readonly Item[]
  readonly numberCount: number
  readonly textCount: number
  readonly riseCount: number
}

export function newMemory({ items, numberCount, textCount, riseCount }: MemoryPlan): Memory {
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
    isPut: ofItems(),
    readErrors: ofItems(),
    writeErrors: ofItems(),
  }
}

/** Calling the answer makes a run that failed as if it had not been: it has sent nothing yet. */
export function keep(memory: Memory): () => void {
  const { numbers, texts, rises } = memory
  const [oldNumbers, oldTexts, oldRises] = [numbers.slice(), [...texts], rises.slice()]
  return () => {
    numbers.set(oldNumbers)
    rises.set(oldRises)
    for (const [at, text] of oldTexts.entries()) texts[at] = text
  }
}
