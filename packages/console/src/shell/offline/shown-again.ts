import { createStore, useStore } from '@busbar/ui/store'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'

/** Which answers on the page are not of now, but were kept: by the hash of their question, when the service said so. */
const knownAtMs = new Map<string, number>()
const version = createStore(0)

const changed = (): void => version.set(version.get() + 1)

export const cachedOnPage = {
  knownAt: (hash: string): number | undefined => knownAtMs.get(hash),
  add(hash: string, atMs: number): void {
    knownAtMs.set(hash, atMs)
    changed()
  },
  drop(hash: string): void {
    if (knownAtMs.delete(hash)) changed()
  },
  clear(): void {
    knownAtMs.clear()
    changed()
  },
}

/** As of when what the page shows is known; null where all of it is of now. The oldest counts. */
export const useCachedSince = (): number | null => {
  const cache = useQueryClient().getQueryCache()
  useStore(version)
  // Another page has other questions, which are asked as it appears.
  useIsFetching()
  const times = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => knownAtMs.get(queryHash) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
