import type { Clock } from '@busbar/kit'
import { type Fault, type FaultName, faultKinds, isFaultName, kindOf } from './faults.ts'

/** `workshop` (the whole line) or `workshop/3` (one unit of it). */
export type FaultTarget = string

const nothing: readonly Fault[] = []
const paramMax = 3_600_000

/** Which faults are on, and where. They can be switched at any time. */
export class FaultBoard {
  readonly #clock: Clock
  readonly #knows: (target: FaultTarget) => boolean
  readonly #faults = new Map<FaultTarget, Fault[]>()
  readonly #watchers = new Map<string, Set<() => void>>()

  constructor(clock: Clock, knows: (target: FaultTarget) => boolean) {
    this.#clock = clock
    this.#knows = knows
  }

  /** Switches a fault on, or changes its numbers. */
  set(target: FaultTarget, name: string, values: Readonly<Record<string, number>> = {}): void {
    this.#mustKnow(target)
    if (!isFaultName(name)) {
      throw new RangeError(`there is no fault ${name}; known are ${Object.keys(faultKinds).join(', ')}`)
    }
    const params = { ...kindOf(name).params, ...checked(name, values) }
    const others = this.#on(target).filter((fault) => fault.name !== name)
    this.#faults.set(target, [...others, { name, params, sinceMs: this.#clock.now() }])
    this.#notify(target)
  }

  /** Switches one fault off, or all of a target. */
  clear(target: FaultTarget, name?: string): void {
    this.#mustKnow(target)
    const left = this.#on(target).filter((fault) => name !== undefined && fault.name !== name)
    if (left.length === 0) this.#faults.delete(target)
    else this.#faults.set(target, left)
    this.#notify(target)
  }

  /** All that acts on a unit: its own faults behind those of its line. */
  of(site: string, unit: number): readonly Fault[] {
    if (this.#faults.size === 0) return nothing
    return [...this.#on(site), ...this.#on(`${site}/${unit}`)]
  }

  ofLine(site: string): readonly Fault[] {
    return this.#on(site)
  }

  list(): { target: FaultTarget; name: FaultName; params: Readonly<Record<string, number>> }[] {
    return [...this.#faults].flatMap(([target, list]) => list.map(({ name, params }) => ({ target, name, params })))
  }

  /** Calls `act` when the faults of a line change; the answer ends that. */
  watch(site: string, act: () => void): () => void {
    const watchers = this.#watchers.get(site) ?? new Set()
    this.#watchers.set(site, watchers.add(act))
    return () => {
      watchers.delete(act)
      if (watchers.size === 0) this.#watchers.delete(site)
    }
  }

  #on(target: FaultTarget): readonly Fault[] {
    return this.#faults.get(target) ?? nothing
  }

  #mustKnow(target: FaultTarget): void {
    if (!this.#knows(target)) throw new RangeError(`there is nothing called ${target}; a target is SITE or SITE/UNIT`)
  }

  #notify(target: FaultTarget): void {
    for (const act of this.#watchers.get(target) ?? []) act()
  }
}

const checked = (name: FaultName, values: Readonly<Record<string, number>>): Readonly<Record<string, number>> => {
  const { params } = kindOf(name)
  for (const [param, value] of Object.entries(values)) {
    if (!Object.hasOwn(params, param)) {
      const known = Object.keys(params).join(', ')
      throw new RangeError(`${name} has no number ${param}${known === '' ? '' : `; it has ${known}`}`)
    }
    if (!Number.isFinite(value) || value < 0 || value > paramMax) {
      throw new RangeError(`${param} must be a number from 0 to ${paramMax}`)
    }
  }
  return values
}
