import { useSyncExternalStore } from 'react'

/** A value outside the components that can be watched. */
export interface ReadableStore<T> {
  get: () => T
  /** Returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

export interface Store<T> extends ReadableStore<T> {
  set: (value: T) => void
}

export const createStore = <T>(initial: T): Store<T> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Returns the value of a store and renders the component again when it changes. */
export const useStore = <T>({ get, subscribe }: ReadableStore<T>): T => useSyncExternalStore(subscribe, get)
