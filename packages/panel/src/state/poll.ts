import { useCallback, useEffect, useRef, useState } from 'react'

export interface PollState<T> {
  readonly data: T | undefined
  readonly error: unknown
  /** Since when it is no longer heard of; null while all is well. */
  readonly lostSince: number | null
  readonly again: () => void
}

/** Asks again and again while the page is seen, never while it is hidden. What was last told stays, with how old it is. */
export const usePoll = <T>(ask: () => Promise<T>, periodMs: number | null, key = ''): PollState<T> => {
  const [told, setTold] = useState<{ data: T | undefined; error: unknown; lostSince: number | null; key: string }>({
    data: undefined,
    error: null,
    lostSince: null,
    key,
  })
  const [turn, setTurn] = useState(0)
  const asking = useRef(ask)
  asking.current = ask
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async (): Promise<void> => {
      try {
        const data = await asking.current()
        if (!isOver) setTold({ data, error: null, lostSince: null, key })
      } catch (error) {
        if (!isOver) setTold((was) => ({ ...was, error, lostSince: was.lostSince ?? Date.now() }))
      }
      if (!isOver && periodMs !== null) timer = setTimeout(() => void wait(), periodMs)
    }
    const wait = async (): Promise<void> => {
      if (document.hidden) return
      await next()
    }
    const seen = (): void => {
      if (document.hidden || isOver) return
      clearTimeout(timer)
      void next()
    }
    void next()
    document.addEventListener('visibilitychange', seen)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [periodMs, turn, key])
  const again = useCallback(() => setTurn((count) => count + 1), [])
  const isOld = told.key !== key
  return { data: isOld ? undefined : told.data, error: told.error, lostSince: told.lostSince, again }
}
