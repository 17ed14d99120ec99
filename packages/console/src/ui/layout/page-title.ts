import { useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let title = ''

/** Says what the page is called that is shown now. */
export const useNamePage = (name: string): void =>
  useEffect(() => {
    title = name
    for (const listener of listeners) listener()
  }, [name])

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The title of the page, for what is around it. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => title)
