import { type RefObject, useEffect, useRef, useState } from 'react'

/** How high a box is: drawings are as high as the room that is left to them. */
export const useHeight = (): [RefObject<HTMLDivElement | null>, number] => {
  const box = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const watch = new ResizeObserver(() => setHeightPx(element.clientHeight))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, heightPx]
}
