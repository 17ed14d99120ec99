import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Which answers on the page are not of now, but were kept: by the hash of their question, when the service said so. */
const knownAtMs = new Map<string, number>()
const listeners = new Set<() => void>()
let version = 0

const changed = (): void => {
  version += 1
  for (const listener of listeners) listener()
}

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

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As of when what the page shows is known; null where all of it is of now. The oldest counts. */
export const useCachedSince = (): number | null => {
  const cache = useQueryClient().getQueryCache()
  useSyncExternalStore(subscribe, () => version)
  // Another page has other questions, which are asked as it appears.
  useIsFetching()
  const times = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => knownAtMs.get(queryHash) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
