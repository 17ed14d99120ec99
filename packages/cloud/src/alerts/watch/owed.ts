import type { Fact } from '../alert.ts'
import type { Handed, Standing } from './standings.ts'

/** Of one alert; a network that comes and goes while the database is away says no more than this. */
const factsMax = 16

/** Alerts that are still to be judged outside of recording, with what was told of them. */
export class Owed {
  #facts: Handed = new Map()

  get size(): number {
    return this.#facts.size
  }

  has(standing: Standing): boolean {
    return this.#facts.has(standing)
  }

  add(standing: Standing, ...facts: readonly Fact[]): void {
    const known = this.#facts.get(standing) ?? []
    known.push(...facts)
    // The first tells when it began, and the last how it stands.
    if (known.length > factsMax) known.splice(1, known.length - factsMax)
    this.#facts.set(standing, known)
  }

  remove(standing: Standing): void {
    this.#facts.delete(standing)
  }

  take(countMax: number): Handed {
    const taken: Handed = new Map()
    for (const [standing, facts] of this.#facts) {
      if (taken.size === countMax) break
      taken.set(standing, facts)
      this.#facts.delete(standing)
    }
    return taken
  }

  /** What was taken, before what came since. */
  putBack(handed: Handed): void {
    const since = this.#facts
    this.#facts = new Map()
    for (const [standing, facts] of [...handed, ...since]) this.add(standing, ...facts)
  }
}
