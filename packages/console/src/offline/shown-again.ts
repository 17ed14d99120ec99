import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Which answers on the page are not of now, but were kept: by the hash of their question, when the service said so. */
const known = new Map<string, number>()
const listeners = new Set<() => void>()
let version = 0

const changed = (): void => {
  version += 1
  for (const listener of listeners) listener()
}

export const shownAgain = {
  knownAt: (hash: string): number | undefined => known.get(hash),
  add(hash: string, atMs: number): void {
    known.set(hash, atMs)
    changed()
  },
  drop(hash: string): void {
    if (known.delete(hash)) changed()
  },
  clear(): void {
    known.clear()
    changed()
  },
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As of when what the page shows is known; null where all of it is of now. The oldest counts. */
export const useKnownAt = (): number | null => {
  const cache = useQueryClient().getQueryCache()
  useSyncExternalStore(subscribe, () => version)
  // Another page has other questions, which are asked as it appears.
  useIsFetching()
  const times = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => known.get(queryHash) ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
