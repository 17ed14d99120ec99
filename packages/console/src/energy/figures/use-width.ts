import { type RefObject, useEffect, useRef, useState } from 'react'

/** How wide a box is, kept up to date; 0 until it is known. */
export const useWidth = <T extends HTMLElement>(): { ref: RefObject<T | null>; width: number } => {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = ref.current
    if (box === null) return
    const observer = new ResizeObserver(() => setWidth(Math.floor(box.clientWidth)))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
