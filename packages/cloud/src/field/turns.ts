/** Something that waits for a unit. */
export interface ForUnit {
  readonly unit: number
}

/** A queue in which units take turns: first in, first out for each, and none waits for another's second. */
export class Turns<J extends ForUnit> {
  /** In the order of their turns. */
  readonly #byUnit = new Map<number, J[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(job: J): void {
    const jobs = this.#byUnit.get(job.unit)
    if (jobs === undefined) this.#byUnit.set(job.unit, [job])
    else jobs.push(job)
    this.#size += 1
  }

  /** The next one whose unit may. */
  take(may: (unit: number) => boolean): J | undefined {
    for (const [unit, jobs] of this.#byUnit) {
      if (!may(unit)) continue
      const job = jobs.shift()
      this.#size -= 1
      this.#byUnit.delete(unit)
      if (jobs.length > 0) this.#byUnit.set(unit, jobs)
      return job
    }
    return undefined
  }

  /** Takes one out of its place, if it is still there. */
  remove(job: J): boolean {
    const jobs = this.#byUnit.get(job.unit)
    const at = jobs?.indexOf(job) ?? -1
    if (jobs === undefined || at < 0) return false
    jobs.splice(at, 1)
    this.#size -= 1
    if (jobs.length === 0) this.#byUnit.delete(job.unit)
    return true
  }

  all(): J[] {
    return [...this.#byUnit.values()].flat()
  }
}
