import { useEffect, useState } from 'react'
import { pageAt } from '../../data/state/kiosk.rules.ts'
import { serverNow } from '../../data/state/server-time.ts'

const tickMs = 1000

/** Returns the current page of several; undefined for a single one. */
export const usePageRotation = (
  pages: number,
  everySec: number,
): { page: number; pages: number; leftSec: number } | undefined => {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setNowMs(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [pages])
  return pages < 2 ? undefined : { pages, ...pageAt(nowMs, pages, everySec) }
}
