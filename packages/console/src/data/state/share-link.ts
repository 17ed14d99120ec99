import { createStore, useStore } from '@busbar/ui/store'

const ended = createStore<ReadonlySet<string>>(new Set())
let current: string | null = null

/** The share link by which the page is looked at; null with a sign-in, or without any. */
export const shareToken = (): string | null => current

export const setShareToken = (token: string | null): void => {
  current = token
}

/** The service no longer takes this link: that is final. */
export const noteLinkEnd = (token: string): void => {
  ended.set(new Set([...ended.get(), token]))
}

/** Whether the service has said that this link opens nothing. */
export const useIsLinkEnded = (token: string): boolean => useStore(ended).has(token)
