import type { JudgedAlert } from '../../alert.ts'
import type { Dependency, HoldReason } from '../../holds.ts'
import type { ModelOccurrence } from './story.ts'

/** `till` is of the wall; endless: not known. */
interface ExpectedHold {
  why: HoldReason
  name: string | null
  till: number
  isEndless: boolean
}

/** What an alert of the model depends on, as far as it was ever active; and since when it is as it is. Times are the model's. */
export class ParentAlerts {
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

  /** Why it waits for others, and until when; `tillAt` null: not known. */
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

  /** Why messages wait; `quiet`: the end of quiet times, by the clock that is `ahead` of the model's. */
  holdOf(
    { mute, dependsOn }: JudgedAlert,
    { started }: ModelOccurrence,
    quiet: number | null,
    at: number,
    ahead: number,
  ): ExpectedHold | null {
    const wall = (time: number): number => (time + ahead) * 1000
    if (quiet !== null) return { why: 'maintenance', name: null, till: quiet, isEndless: false }
    if (mute !== null && mute.till > wall(at)) return { why: 'mute', name: null, till: mute.till, isEndless: false }
    const parent = this.hold(dependsOn, started, at)
    if (parent === null) return null
    const { name, tillAt } = parent
    return { why: 'dependency', name, till: tillAt === null ? 8.64e15 : wall(tillAt), isEndless: tillAt === null }
  }
}

const isOther = ({ muted, mutedWhy, mutedName }: ModelOccurrence, { why, name }: ExpectedHold): boolean =>
  muted === null || mutedWhy !== why || (why === 'dependency' && mutedName !== name)

/** Whether the log tells of it. */
export const isNewHold = (story: ModelOccurrence, held: ExpectedHold): boolean =>
  isOther(story, held) && (held.why !== 'dependency' || held.name !== null)

export function putHold(story: ModelOccurrence, held: ExpectedHold, ahead: number): void {
  if (isOther(story, held)) story.mutedName = held.name
  story.muted = held.till / 1000 - ahead
  story.mutedWhy = held.why
}
