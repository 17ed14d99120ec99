import { createStore, useStore } from '@busbar/ui/store'

const ended = createStore<ReadonlySet<string>>(new Set())
let current: string | null = null

/** Token of the page's share link; null without one. */
export const shareToken = (): string | null => current

export const setShareToken = (token: string | null): void => {
  current = token
}

/** The service no longer takes this link: that is final. */
export const noteLinkEnd = (token: string): void => {
  ended.set(new Set([...ended.get(), token]))
}

/** Returns true if the service refused this link. */
export const useIsLinkEnded = (token: string): boolean => useStore(ended).has(token)
