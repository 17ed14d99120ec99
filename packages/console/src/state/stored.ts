import { useSyncExternalStore } from 'react'

/** A value that outlives the page and is the same in all tabs. */
export interface Stored<T> {
  get: () => T
  set: (value: T) => void
  /** The answer ends it. */
  subscribe: (listener: () => void) => () => void
}

/** Kept in the browser under a name. `read` judges what is found there, or gives what it is at first. */
export const stored = <T>(name: string, read: (found: unknown) => T): Stored<T> => {
  const key = `busbar.${name}`
  const listeners = new Set<() => void>()
  let value = read(parse(localStorage.getItem(key)))
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    value = read(parse(localStorage.getItem(key)))
    tell()
  })
  return {
    get: () => value,
    set(next) {
      value = next
      if (next === null) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStored = <T>({ subscribe, get }: Stored<T>): T => useSyncExternalStore(subscribe, get)

const parse = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
