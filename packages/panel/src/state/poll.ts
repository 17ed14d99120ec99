import { useCallback, useEffect, useRef, useState } from 'react'

export interface PollState<T> {
  readonly data: T | undefined
  readonly error: unknown
  /** Time of the first failure since the last answer; null while requests succeed. */
  readonly lostSince: number | null
  readonly again: () => void
}

export interface PollingOptions {
  readonly load: () => Promise<void>
  /** Null: loads once. */
  readonly periodMs: number | null
  readonly isHidden: () => boolean
}

export interface Polling {
  /** Loads now, or as soon as the request in flight is done: its answer may be older than what the caller waits for. */
  readonly again: () => void
  /** Loads now, unless a request is in flight already. */
  readonly resume: () => void
  readonly stop: () => void
}

/** Loads now and then `periodMs` after each answer, while the page is visible. At most one request is in flight, and one timer runs. */
export const startPolling = ({ load, periodMs, isHidden }: PollingOptions): Polling => {
  const state = { isStopped: false, isLoading: false, isStale: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  const needsReload = (): boolean => state.isStale && !state.isStopped
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    state.isLoading = true
    do {
      state.isStale = false
      await load()
    } while (needsReload())
    state.isLoading = false
    if (!state.isStopped && periodMs !== null) timer = setTimeout(() => !isHidden() && void run(), periodMs)
  }
  void run()
  return {
    again() {
      if (state.isLoading) state.isStale = true
      else if (!state.isStopped) void run()
    },
    resume() {
      if (!state.isLoading && !state.isStopped) void run()
    },
    stop() {
      state.isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Polls while the page is visible. The last answer stays on failure, with the time since when it is outdated. */
export const usePoll = <T>(load: () => Promise<T>, periodMs: number | null, key = ''): PollState<T> => {
  const [result, setResult] = useState<{ data: T | undefined; error: unknown; lostSince: number | null; key: string }>({
    data: undefined,
    error: null,
    lostSince: null,
    key,
  })
  const latestLoad = useRef(load)
  latestLoad.current = load
  const polling = useRef<Polling>(null)
  useEffect(() => {
    let isOver = false
    const started = startPolling({
      async load() {
        try {
          const data = await latestLoad.current()
          if (!isOver) setResult({ data, error: null, lostSince: null, key })
        } catch (error) {
          if (!isOver) setResult((was) => ({ ...was, error, lostSince: was.lostSince ?? Date.now() }))
        }
      },
      periodMs,
      isHidden: () => document.hidden,
    })
    polling.current = started
    const onVisible = (): void => {
      if (!document.hidden) started.resume()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      started.stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [periodMs, key])
  const again = useCallback(() => polling.current?.again(), [])
  const isOld = result.key !== key
  return { data: isOld ? undefined : result.data, error: result.error, lostSince: result.lostSince, again }
}
