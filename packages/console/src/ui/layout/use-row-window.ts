import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

interface Span {
  start: number
  end: number
}

/** Rows beyond the screen that are drawn too, so that scrolling shows no gaps; spans change in steps of this. */
const spareOfTable = 12

/** Which of `count` rows are on the screen, when each is `rowPx` high and they begin at the top of `box`. */
export const useRowWindow = (
  box: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  spare = spareOfTable,
): Span => {
  const [span, setSpan] = useState<Span>({ start: 0, end: spare * 3 })
  useEffect(() => {
    let frame = 0
    const measure = (): void => {
      frame = 0
      const top = box.current?.getBoundingClientRect().top ?? 0
      const next = spanOf(-top / rowPx, (window.innerHeight - top) / rowPx, spare)
      setSpan((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    const ask = (): void => {
      frame ||= requestAnimationFrame(measure)
    }
    /** Paper has no screen: all rows are on it. */
    const showAll = (): void => flushSync(() => setSpan({ start: 0, end: Number.POSITIVE_INFINITY }))
    measure()
    // Caught on the way down, so that scrolling of any box around is heard.
    document.addEventListener('scroll', ask, { capture: true, passive: true })
    window.addEventListener('resize', ask)
    window.addEventListener('beforeprint', showAll)
    window.addEventListener('afterprint', ask)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', ask, { capture: true })
      window.removeEventListener('resize', ask)
      window.removeEventListener('beforeprint', showAll)
      window.removeEventListener('afterprint', ask)
    }
  }, [box, rowPx, spare])
  return { start: Math.min(span.start, Math.max(0, count - 1)), end: Math.min(span.end, count) }
}

/** In steps, so that not every pixel causes a render. */
const spanOf = (first: number, last: number, spare: number): Span => ({
  start: Math.max(0, (Math.floor(first / spare) - 1) * spare),
  end: Math.max(spare * 2, (Math.ceil(last / spare) + 1) * spare),
})
