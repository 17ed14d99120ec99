import { useSyncExternalStore } from 'react'
import { serverClock, serverNow } from '../state/server-time.ts'

const tickMs = 5000
const listeners = new Set<() => void>()
let now = serverNow()
let stop: (() => void) | undefined

const update = (): void => {
  now = serverNow()
  for (const notify of listeners) notify()
}

const start = (): (() => void) => {
  now = serverNow()
  const timer = setInterval(update, tickMs)
  const leave = serverClock.subscribe(update)
  return () => {
    clearInterval(timer)
    leave()
  }
}

const subscribe = (listener: () => void): (() => void) => {
  stop ??= start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** The server's time, every five seconds: one timer for all that show how long ago something was. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
