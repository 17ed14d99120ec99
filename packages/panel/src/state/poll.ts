import { useCallback, useEffect, useRef, useState } from 'react'

export interface PollState<T> {
  readonly data: T | undefined
  readonly error: unknown
  /** Since when it is no longer heard of; null while all is well. */
  readonly lostSince: number | null
  readonly again: () => void
}

/** Asks again and again while the page is seen, never while it is hidden. What was last told stays, with how old it is. */
export const usePoll = <T>(load: () => Promise<T>, periodMs: number | null, key = ''): PollState<T> => {
  const [result, setResult] = useState<{ data: T | undefined; error: unknown; lostSince: number | null; key: string }>({
    data: undefined,
    error: null,
    lostSince: null,
    key,
  })
  const [turn, setTurn] = useState(0)
  const latestLoad = useRef(load)
  latestLoad.current = load
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async (): Promise<void> => {
      try {
        const data = await latestLoad.current()
        if (!isOver) setResult({ data, error: null, lostSince: null, key })
      } catch (error) {
        if (!isOver) setResult((was) => ({ ...was, error, lostSince: was.lostSince ?? Date.now() }))
      }
      if (!isOver && periodMs !== null) timer = setTimeout(() => void wait(), periodMs)
    }
    const wait = async (): Promise<void> => {
      if (document.hidden) return
      await next()
    }
    const onVisible = (): void => {
      if (document.hidden || isOver) return
      clearTimeout(timer)
      void next()
    }
    void next()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [periodMs, turn, key])
  const again = useCallback(() => setTurn((count) => count + 1), [])
  const isOld = result.key !== key
  return { data: isOld ? undefined : result.data, error: result.error, lostSince: result.lostSince, again }
}
