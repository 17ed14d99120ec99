import { Refusal } from '@busbar/wire/server'
import type { Branch, Sensor } from './tree.rules.ts'

const notSibling = (): Refusal => new Refusal('IncorrectRequest', 'body.before: does not stand beside it')

/** Ids with one of them before another, or last. */
const movedBefore = (ids: readonly string[], id: string, before: string | null): string[] => {
  const others = ids.filter((one) => one !== id)
  if (before === null) return [...others, id]
  const at = others.indexOf(before)
  if (at === -1) throw notSibling()
  return others.toSpliced(at, 0, id)
}

/** All branches of a tree in their order, those above before those below, once one is moved before another of its new parent, or to the end. */
export const branchOrder = (branches: readonly Branch[], moved: Branch, before: string | null): string[] => {
  const all = branches.map((branch) => (branch.id === moved.id ? moved : branch))
  const children = Map.groupBy(all, ({ parentId }) => parentId)
  const below = (parentId: string | null): string[] => {
    const ids = (children.get(parentId) ?? []).map(({ id }) => id)
    const order = parentId === moved.parentId ? movedBefore(ids, moved.id, before) : ids
    return order.flatMap((id) => [id, ...below(id)])
  }
  return below(null)
}

/** All sensors of a tree, once one is moved before another of its new branch, or to its end. */
export const sensorOrder = (sensors: readonly Sensor[], moved: Sensor, before: string | null): string[] => {
  const siblings = sensors.filter(({ id, branchId }) => id !== moved.id && branchId === moved.branchId)
  if (before !== null && !siblings.some(({ id }) => id === before)) throw notSibling()
  const ids = sensors.map(({ id }) => id)
  return movedBefore(ids, moved.id, before)
}
