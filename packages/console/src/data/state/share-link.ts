import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const ended = new Set<string>()
let current: string | null = null

/** The share link by which the page is looked at; null with a sign-in, or without any. */
export const shareToken = (): string | null => current

export const setShareToken = (token: string | null): void => {
  current = token
}

/** The service no longer takes this link: that is final. */
export const noteLinkEnd = (token: string): void => {
  ended.add(token)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the service has said that this link opens nothing. */
export const useIsLinkEnded = (token: string): boolean => useSyncExternalStore(subscribe, () => ended.has(token))
