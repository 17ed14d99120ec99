import { at } from '@busbar/kit'
import { type CountName, countNames, type Figures } from './figures.ts'

/** Length of a slot, and slots per day. */
export const slotMs = 900_000
export const slotsPerDay = 96

/** The slot that a moment is in, counted from 1970. */
export const slotOf = (ms: number): number => Math.floor(ms / slotMs)

const small = [...countNames, 'fastestMs', 'slowestMs'] as const
const large = ['answerMs', 'busyMs'] as const
type LargeFigure = (typeof large)[number]
const smallMax = 65_535
const smallIndex = Object.fromEntries(small.map((name, index) => [name, index])) as Record<
  (typeof small)[number],
  number
>

/** A day of one unit, slot by slot, in 2.7 kB: an installation has thousands of units. */
export class UnitDay {
  readonly #small = new Uint16Array(slotsPerDay * small.length)
  readonly #large = new Float32Array(slotsPerDay * large.length)
  #newest: number

  constructor(slot: number) {
    this.#newest = slot
  }

  /** The last slot in which anything was counted. */
  get newest(): number {
    return this.#newest
  }

  count(slot: number, name: CountName): void {
    if (!this.#enter(slot)) return
    const index = slotIndex(slot) * small.length + smallIndex[name]
    this.#small[index] = Math.min(smallMax, at(this.#small, index) + 1)
  }

  /** An exchange that took the line for so long. */
  addDuration(slot: number, busyMs: number, isAnswer: boolean): void {
    if (!this.#enter(slot)) return
    this.#add(slot, 'busyMs', busyMs)
    if (!isAnswer) return
    this.#add(slot, 'answerMs', busyMs)
    const first = slotIndex(slot) * small.length
    // At least one millisecond, because 0 means no exchange.
    const ms = Math.min(smallMax, Math.max(1, Math.round(busyMs)))
    const fastest = at(this.#small, first + smallIndex.fastestMs)
    this.#small[first + smallIndex.fastestMs] = fastest === 0 ? ms : Math.min(fastest, ms)
    this.#small[first + smallIndex.slowestMs] = Math.max(at(this.#small, first + smallIndex.slowestMs), ms)
  }

  /** Restores the stored figures of a slot. Older slots are restored first. */
  restore(slot: number, figures: Figures): void {
    if (!this.#enter(slot)) return
    for (const [i, name] of small.entries())
      this.#small[slotIndex(slot) * small.length + i] = Math.min(smallMax, figures[name])
    for (const [i, name] of large.entries()) this.#large[slotIndex(slot) * large.length + i] = figures[name]
  }

  at(slot: number): Figures {
    const isInDay = slot <= this.#newest && slot > this.#newest - slotsPerDay
    const smallOf = (name: keyof typeof smallIndex): number =>
      isInDay ? at(this.#small, slotIndex(slot) * small.length + smallIndex[name]) : 0
    const largeOf = (name: LargeFigure): number =>
      isInDay ? Math.round(at(this.#large, slotIndex(slot) * large.length + large.indexOf(name))) : 0
    return {
      requests: smallOf('requests'),
      answers: smallOf('answers'),
      exceptions: smallOf('exceptions'),
      timeouts: smallOf('timeouts'),
      damaged: smallOf('damaged'),
      late: smallOf('late'),
      doubled: smallOf('doubled'),
      foreign: smallOf('foreign'),
      fastestMs: smallOf('fastestMs'),
      slowestMs: smallOf('slowestMs'),
      answerMs: largeOf('answerMs'),
      busyMs: largeOf('busyMs'),
    }
  }

  /** False for a slot that is older than a day: the wall clock was set back. */
  #enter(slot: number): boolean {
    if (slot <= this.#newest) return slot > this.#newest - slotsPerDay
    const from = Math.max(this.#newest + 1, slot - slotsPerDay + 1)
    for (let one = from; one <= slot; one += 1) {
      this.#small.fill(0, slotIndex(one) * small.length, (slotIndex(one) + 1) * small.length)
      this.#large.fill(0, slotIndex(one) * large.length, (slotIndex(one) + 1) * large.length)
    }
    this.#newest = slot
    return true
  }

  #add(slot: number, name: LargeFigure, ms: number): void {
    const index = slotIndex(slot) * large.length + large.indexOf(name)
    this.#large[index] = at(this.#large, index) + ms
  }
}

const slotIndex = (slot: number): number => ((slot % slotsPerDay) + slotsPerDay) % slotsPerDay
