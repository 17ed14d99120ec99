import { useEffect, useState } from 'react'
import { loadApi } from '../../../api/load-api.ts'
import { LiveFeed, type LiveState } from '../../../live/live-feed.ts'
import { type LineEntry, type LineEvent, lineEventOf, withEvents } from './exchange.rules.ts'

const after = (ms: number, act: () => void): (() => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** What goes over a network's line while the page is open, newest first. */
export const useExchanges = (netId: number): { entries: readonly LineEntry[]; state: LiveState } => {
  const [entries, setEntries] = useState<readonly LineEntry[]>([])
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    setEntries([])
    const feed = new LiveFeed<LineEvent>({
      open: async (lastEventId, signal) => {
        const headers: Record<string, string> = lastEventId === null ? {} : { 'last-event-id': lastEventId }
        return (await loadApi()).diagnosis.exchanges({ netId }, { signal, headers })
      },
      after,
      random: Math.random,
      eventOf: lineEventOf,
      reset: { kind: 'reset' },
      onBatch: (events) => setEntries((before) => withEvents(before, events)),
      onState: setState,
      onReceived: () => {},
    })
    feed.start()
    return () => feed.stop()
  }, [netId])
  return { entries, state }
}
