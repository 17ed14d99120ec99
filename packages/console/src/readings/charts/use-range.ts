import type { TimeRange } from '@busbar/charts/window'
import { useEffect, useMemo, useRef, useState } from 'react'
import { rangeOfSearch, searchOfRange } from './search.rules.ts'
import type { ChartControl } from './use-chart-control.ts'

export interface RangeControl {
  range: TimeRange
  /** Set while dragging: many ranges follow each other. */
  isMoving: boolean
  /** Shows another one; `isMoving` while a hand is still at it, so that not every step is in the address. */
  show: (next: TimeRange, isMoving?: boolean) => void
  /** Shows what was before the last zoom. */
  back: () => void
}

/** A hand that rests for so long is done. */
const restMs = 300
const backMax = 50

/** The range of the address, or the one that a hand is just making of it. */
export const useRange = (
  { search, change }: ChartControl,
  now: number,
  zone: string,
  usualMs: number,
): RangeControl => {
  const chosen = useMemo(() => rangeOfSearch(search, now, zone, usualMs), [search, now, zone, usualMs])
  const [moving, setMoving] = useState<{ range: TimeRange; isHeld: boolean } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const before = useRef<TimeRange[]>([])
  // The address has it now, or was changed by others.
  useEffect(() => setMoving(null), [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const range = moving?.range ?? chosen
  const put = (next: TimeRange): void => {
    setMoving({ range: next, isHeld: false })
    change({ span: undefined, from: undefined, till: undefined, ...searchOfRange(next) })
  }
  const remember = (): void => {
    if (moving === null) before.current = [...before.current, chosen].slice(-backMax)
  }
  return {
    range,
    isMoving: moving?.isHeld === true,
    show: (next, isMoving = false) => {
      remember()
      clearTimeout(timer.current)
      if (!isMoving) return put(next)
      setMoving({ range: next, isHeld: true })
      timer.current = setTimeout(() => put(next), restMs)
    },
    back: () => {
      clearTimeout(timer.current)
      const last = before.current.pop()
      if (last !== undefined) put(last)
    },
  }
}
