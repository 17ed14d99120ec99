import { useSyncExternalStore } from 'react'

/** As the styles have it: below their `md`. */
const phone = typeof matchMedia === 'undefined' ? null : matchMedia('(width < 43.8125rem)')

const subscribe = (listener: () => void): (() => void) => {
  phone?.addEventListener('change', listener)
  return () => phone?.removeEventListener('change', listener)
}

/** Whether there is so little room that a table is a list. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone?.matches ?? false)
