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

/**
 * Alerts that an alert of the model depends on and that were ever active, with the time of their last change. Times are
 * those of the model.
 */
export class ParentAlerts {
  readonly #states = new Map<number, { isActive: boolean; at: number }>()

  isActive(id: number): boolean {
    return this.#states.get(id)?.isActive ?? false
  }

  /** Stores the state, and returns true if it is new. */
  take(dependsOn: readonly Dependency[], id: number, isActive: boolean, at: number): boolean {
    if (!dependsOn.some((one) => one.id === id) || this.isActive(id) === isActive) return false
    this.#states.set(id, { isActive, at })
    return true
  }

  retain(dependsOn: readonly Dependency[]): void {
    for (const id of this.#states.keys()) if (!dependsOn.some((one) => one.id === id)) this.#states.delete(id)
  }

  /** Why it waits for others, and until when; `tillAt` null: not known. */
  hold(
    dependsOn: readonly Dependency[],
    startedAt: number,
    at: number,
  ): { name: string | null; tillAt: number | null } | null {
    const parents = dependsOn.map(({ id, name }) => ({ name, ...this.#states.get(id) }))
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

/** Returns true if the log contains it. */
export const isNewHold = (state: ModelOccurrence, hold: ExpectedHold): boolean =>
  isOther(state, hold) && (hold.why !== 'dependency' || hold.name !== null)

export function putHold(state: ModelOccurrence, hold: ExpectedHold, ahead: number): void {
  if (isOther(state, hold)) state.mutedName = hold.name
  state.muted = hold.till / 1000 - ahead
  state.mutedWhy = hold.why
}
