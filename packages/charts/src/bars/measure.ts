import type { QuantityFormat, Scale } from '@busbar/ui/quantity'
import { type RefObject, useEffect, useRef, useState } from 'react'

export interface AxisTicks {
  ticks: readonly { value: number; label: string }[]
  /** Stands once, above the labels. */
  unit: string
  /** Other numbers of the same drawing use it too. */
  scale: Scale
  /** Width of the column: the widest label with its distance from the drawing. */
  widthPx: number
}

/** Between labels and the drawing. */
export const tickGapPx = 6
const edgePx = 2

/** Labels of an axis and the room that they take, measured in the font of the page. */
export const axisTicks = (
  { ticks: labelled }: Pick<QuantityFormat, 'ticks'>,
  values: readonly number[],
  unit: string | null | undefined,
  fontPx: number,
): AxisTicks => {
  const { labels, unit: shownUnit, scale } = labelled(values, unit)
  const widest = Math.max(...[...labels, shownUnit].map((text) => textWidth(text, fontPx)))
  return {
    ticks: values.map((value, at) => ({ value, label: labels[at] ?? '' })),
    unit: shownUnit,
    scale,
    widthPx: Math.ceil(widest) + tickGapPx + edgePx,
  }
}

let context: CanvasRenderingContext2D | null | undefined

/** Width of a text in the font of the page. */
const textWidth = (text: string, fontPx: number): number => {
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = `${fontPx}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width
}

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
