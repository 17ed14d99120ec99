import { useEffect, useState } from 'react'
import { pageAt } from '../state/kiosk.rules.ts'

const tickMs = 1000

/** Whose turn it is of several pages; undefined where there is one. */
export const usePageRotation = (
  pages: number,
  everySec: number,
): { page: number; pages: number; leftSec: number } | undefined => {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [pages])
  return pages < 2 ? undefined : { pages, ...pageAt(nowMs, pages, everySec) }
}
