import type { Dependency } from '../holds.ts'

/** What an alert of the model depends on, as far as it was ever active; and since when it is as it is. Times are the model's. */
export class Parents {
  readonly #known = new Map<number, { isActive: boolean; at: number }>()

  isActive(id: number): boolean {
    return this.#known.get(id)?.isActive ?? false
  }

  /** Whether that is news. */
  take(dependsOn: readonly Dependency[], id: number, isActive: boolean, at: number): boolean {
    if (!dependsOn.some((one) => one.id === id) || this.isActive(id) === isActive) return false
    this.#known.set(id, { isActive, at })
    return true
  }

  keep(dependsOn: readonly Dependency[]): void {
    for (const id of this.#known.keys()) if (!dependsOn.some((one) => one.id === id)) this.#known.delete(id)
  }

  /** Why it waits for others, and until when; `tillAt` null: nobody knows. */
  hold(
    dependsOn: readonly Dependency[],
    startedAt: number,
    at: number,
  ): { name: string | null; tillAt: number | null } | null {
    const parents = dependsOn.map(({ id, name }) => ({ name, ...this.#known.get(id) }))
    const [active] = parents.filter(({ isActive }) => isActive === true)
    if (active) return { name: active.name, tillAt: null }
    const [ended] = parents.filter((one) => one.at !== undefined && at < one.at + 60)
    if (ended?.at !== undefined) return { name: ended.name, tillAt: ended.at + 60 }
    return parents.length > 0 && at < startedAt + 30 ? { name: null, tillAt: startedAt + 30 } : null
  }
}
