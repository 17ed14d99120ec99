/**
 * Widgets in their new order: those of `first`, then the others as they were, without those of `removed`. Null when either names one
 * that is not there.
 */
export const arranged = (
  current: readonly number[],
  first: readonly number[] = [],
  removed: readonly number[] = [],
): number[] | null => {
  const currentIds = new Set(current)
  if (![...first, ...removed].every((id) => currentIds.has(id))) return null
  const removedIds = new Set(removed)
  return [...new Set([...first, ...current])].filter((id) => !removedIds.has(id))
}
