import { createStore, useStore } from '@busbar/ui/store'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { loadApi } from '../api/load-api.ts'
import { serverClock } from '../state/server-time.ts'
import { applyEvents } from './apply-events.ts'
import { type LiveEvent, LiveFeed, type LiveState, liveEventOf, serverTimeIn } from './live-feed.ts'
import { serverLost, whenServerIsBack } from './reachability-watch.ts'

type Listener = (events: readonly LiveEvent[]) => void

const listeners = new Set<Listener>()

/** How the stream does: when it last said anything, and when it is tried again; 0 where there is no such time. */
export interface LiveStatus {
  state: LiveState
  heardAtMs: number
  retryAtMs: number
}

const status = createStore<LiveStatus>({ state: 'stopped', heardAtMs: 0, retryAtMs: 0 })

const after = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

const updateStatus = (changes: Partial<LiveStatus>): void => {
  status.set({ ...status.get(), ...changes })
}

const heardNow = (): Pick<LiveStatus, 'heardAtMs'> => ({ heardAtMs: Date.now() })

let retry = (): void => {}

/** Does not wait any longer before the service is tried again. */
export const retryNow = (): void => retry()

/** Keeps the query cache up to date from the stream of an organization. The shell does it once. */
export const useLive = (orgId: number): void => {
  const client = useQueryClient()
  useEffect(() => {
    const feed = new LiveFeed<LiveEvent>({
      open: async (lastEventId, signal) => {
        const headers: Record<string, string> = lastEventId === null ? {} : { 'last-event-id': lastEventId }
        return (await loadApi()).live.events({ orgId }, { signal, headers })
      },
      after,
      random: Math.random,
      eventOf: (event) => {
        const serverMs = serverTimeIn(event)
        if (serverMs !== null) serverClock.note(serverMs)
        return liveEventOf(event)
      },
      reset: { kind: 'reset' },
      onBatch: (events) => {
        applyEvents(client, events)
        for (const listener of listeners) listener(events)
      },
      onState: (state, retryMs) => {
        updateStatus({
          state,
          retryAtMs: retryMs === undefined ? 0 : Date.now() + retryMs,
          ...(state === 'live' && heardNow()),
        })
        serverLost.note(state)
      },
      onReceived: () => updateStatus(heardNow()),
    })
    // Failed queries are repeated.
    const leave = whenServerIsBack(() => void client.invalidateQueries())
    retry = () => feed.retryNow()
    const breakOff = (): void => feed.breakOff()
    window.addEventListener('offline', breakOff)
    window.addEventListener('online', retry)
    feed.start()
    return () => {
      window.removeEventListener('offline', breakOff)
      window.removeEventListener('online', retry)
      retry = () => {}
      leave()
      feed.stop()
    }
  }, [client, orgId])
}

/** Gives a component every batch of events, for what is not in the query cache: the points of a chart. */
export const useLiveEvents = (listener: Listener): void => {
  const onEvents = useEffectEvent(listener)
  useEffect(() => {
    const one: Listener = (events) => onEvents(events)
    listeners.add(one)
    return () => void listeners.delete(one)
  }, [])
}

/** How the stream does now, for what is no component. */
export const liveStatus = (): LiveStatus => status.get()

/** Returns the state of the live stream. */
export const useLiveStatus = (): LiveStatus => useStore(status)
