import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

const listeners = new Set<() => void>()
let refusedToken: string | null = null

/** The service no longer takes this token. Another one ends what is shown of it, whichever tab it comes from. */
export const noteSessionEnd = (token: string): void => {
  refusedToken = token
  for (const listener of listeners) listener()
}

/** Calls when the service no longer takes the session of this page. */
export const onSessionEnd = (listener: () => void): void => void listeners.add(listener)

const subscribe = (listener: () => void): (() => void) => {
  const leave = session.subscribe(listener)
  listeners.add(listener)
  return () => {
    leave()
    listeners.delete(listener)
  }
}

const endedFor = (): string | null => {
  const now = session.get()
  return now !== null && now.token === refusedToken ? now.email : null
}

/** Whose session is over while the page is still theirs; null where there is no such thing. */
export const useSessionEnd = (): string | null => useSyncExternalStore(subscribe, endedFor)
