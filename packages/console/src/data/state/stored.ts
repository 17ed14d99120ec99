import { localTexts, tabTexts } from '@busbar/ui'
import { useSyncExternalStore } from 'react'

/** A value that outlives the page. */
export interface StoredValue<T> {
  get: () => T
  set: (value: T) => void
  /** The answer ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Who has a value: all tabs the same one, or each tab its own, which begins with the one that was set last anywhere. */
type Scope = 'all' | 'tab'

/** Kept in the browser under a name. `read` judges what is found there, or gives what it is at first. */
export const stored = <T>(name: string, read: (found: unknown) => T, scope: Scope = 'all'): StoredValue<T> => {
  const key = `busbar.${name}`
  const storages = scope === 'tab' ? [tabTexts, localTexts] : [localTexts]
  const listeners = new Set<() => void>()
  let value = read(parse(storages.map((storage) => storage.get(key)).find((text) => text !== null)))
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  // Tests of pure rules load this module without a window.
  if (scope === 'all' && typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key && event.key !== null) return
      value = read(parse(event.key === null ? null : event.newValue))
      notify()
    })
  }
  return {
    get: () => value,
    set(next) {
      value = next
      for (const storage of storages) storage.set(key, next === null ? null : JSON.stringify(next))
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStored = <T>({ subscribe, get }: StoredValue<T>): T => useSyncExternalStore(subscribe, get)

const parse = (text: string | undefined | null): unknown => {
  try {
    return text === null || text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}
