import 'uplot/dist/uPlot.min.css'
import './charts.css'
import type { Locale } from '@busbar/ui/locale'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { PlotLayout, Side } from '../model/layout.ts'
import type { TimeWindow } from '../model/window.ts'
import { type PlotOverlays, plotOptions } from './plot-options.ts'
import { resolvedColour } from './resolved-colour.ts'

export interface PlotProps extends PlotOverlays {
  layout: PlotLayout
  /**
   * Times in ms; then, for each line of the layout, the compared period if there is one, the line, its minima and its
   * maxima.
   */
  data: UPlot.AlignedData
  isCompared: boolean
  axisPx: Record<Side, number>
  locale: Locale
  zone: string
  heightPx: number
  syncKey: string
  /** A canvas is drawn again when its colours change. */
  scheme: 'light' | 'dark'
  /** Index of the highlighted line among all; the others are dimmed. */
  focus?: number | null
  /** The place in the data that keys have led to. */
  pointed?: number | null
  onWidth: (px: number) => void
  onPan: (ms: number) => void
  onZoom: (factor: number, at: number) => void
  onChosen: (from: number, till: number) => void
  onBack: () => void
  onCursor: (index: number | null, leftPx: number) => void
}

const dimAlpha = 0.25

/** The drawing itself. It is made again when its lines or colours change, and drawn again when only data or view do. */
export const Plot = (props: PlotProps): ReactNode => {
  const { layout, data, isCompared, axisPx, view, gaps, limits, marks, locale, zone, heightPx, syncKey, scheme } = props
  const { focus = null, pointed = null, onWidth, onPan, onZoom, onChosen, onBack, onCursor } = props
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  /** The one that was drawn last, and the one of which lines are or were dim. */
  const drawn = useRef<UPlot | null>(null)
  const dimmed = useRef<UPlot | null>(null)
  const current = useRef({ view, gaps, limits, marks, data })
  const tellWidth = useEffectEvent(onWidth)
  const pan = useEffectEvent(onPan)
  const zoom = useEffectEvent(onZoom)
  const choose = useEffectEvent(onChosen)
  const goBack = useEffectEvent(onBack)
  const point = useEffectEvent(onCursor)
  const key = JSON.stringify(layout)
  const widths = JSON.stringify(axisPx)

  useLayoutEffect(() => {
    current.current = { view, gaps, limits, marks, data }
  }, [view, gaps, limits, marks, data])

  // The key stands for the layout, which may be other objects with the same in them; the scheme stands for the colours.
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const colours = new Map<string, string>()
    const colour = (name: string): string => {
      const found = colours.get(name) ?? resolvedColour(element, name)
      colours.set(name, found)
      return found
    }
    const made = new UPlot(
      plotOptions({
        layout: JSON.parse(key) as PlotLayout,
        isCompared,
        axisPx: JSON.parse(widths) as Record<Side, number>,
        locale,
        zone,
        widthPx: element.clientWidth,
        heightPx,
        syncKey,
        colour,
        now: () => current.current,
        onCursor: (index, leftPx) => point(index, leftPx),
      }),
      current.current.data,
      element,
    )
    plot.current = made
    const endGestures = addGestures(made.over, {
      view: () => current.current.view,
      onPan: (ms) => pan(ms),
      onZoom: (factor, at) => zoom(factor, at),
      onChoosing: (from, till) =>
        made.setSelect(
          { left: from ?? 0, top: 0, width: from === null ? 0 : till - from, height: made.over.clientHeight },
          false,
        ),
      onChosen: (from, till) => choose(from, till),
      onBack: () => goBack(),
    })
    const watch = new ResizeObserver(() => {
      if (element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height: heightPx })
      tellWidth(made.over.clientWidth)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      endGestures()
      made.destroy()
      plot.current = null
    }
  }, [key, isCompared, widths, locale, zone, heightPx, syncKey, scheme])

  // Overlays have no data of their own that would trigger a redraw: they are redrawn with the lines.
  useEffect(() => {
    const made = plot.current
    // A new plot already shows the current data.
    if (made === null || made !== drawn.current) return void (drawn.current = made)
    made.batch(() => {
      made.setData(data, false)
      made.setScale('x', { min: view.from, max: view.till })
    })
  }, [data, view, gaps, limits, marks, key, isCompared, widths, locale, zone, heightPx, syncKey, scheme])

  useEffect(() => {
    const made = plot.current
    if (made === null || (focus === null && dimmed.current !== made)) return
    dimmed.current = made
    const count = layout.lines.length
    made.series.forEach((series, column) => {
      const line = layout.lines[(column - 1) % count]
      series.alpha = column === 0 || focus === null || line?.line === focus ? 1 : dimAlpha
    })
    made.redraw(false, false)
  }, [focus, key, scheme])

  useEffect(() => {
    const made = plot.current
    const on = pointed === null ? undefined : made?.data[0][pointed]
    if (made !== null && on !== undefined) made.setCursor({ left: made.valToPos(on, 'x'), top: 10 })
  }, [pointed])

  return <div ref={box} aria-hidden="true" className="min-w-0 overflow-hidden" style={{ height: heightPx }} />
}

interface GestureOptions {
  view: () => TimeWindow
  onPan: (ms: number) => void
  /** `at` is the moment that stays where it is. */
  onZoom: (factor: number, at: number) => void
  /** Range being selected, from the left edge of the element; null when the selection ends. */
  onChoosing: (from: number | null, till: number) => void
  /** Two moments were chosen. */
  onChosen: (from: number, till: number) => void
  onBack: () => void
}

/** For a turn of the wheel by a hundred, as most mice do. */
const wheelFactor = 1.25
/** Shorter drags are clicks. */
const dragPxMin = 5

/**
 * A mouse chooses what is shown by dragging, and moves it with shift; a double click goes back; the wheel zooms with Ctrl, and else scrolls
 * the page. One finger moves, two zoom. The answer ends it.
 */
const addGestures = (element: HTMLElement, options: GestureOptions): (() => void) => {
  const { view, onPan, onZoom, onChoosing, onChosen, onBack } = options
  const pointers = new Map<number, number>()
  let chosenFrom: number | null = null
  const leftPx = (): number => element.getBoundingClientRect().left
  const msPerPx = (): number => (view().till - view().from) / Math.max(1, element.clientWidth)
  const momentAt = (px: number): number => view().from + (px - leftPx()) * msPerPx()
  const middle = (): number => [...pointers.values()].reduce((sum, px) => sum + px, 0) / pointers.size
  const distance = (): number => Math.max(...pointers.values()) - Math.min(...pointers.values())
  const inside = (px: number): number => Math.min(element.clientWidth, Math.max(0, px - leftPx()))

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || pointers.size === 2) return
    pointers.set(event.pointerId, event.clientX)
    element.setPointerCapture(event.pointerId)
    chosenFrom = event.pointerType === 'mouse' && !event.shiftKey ? event.clientX : null
  }
  const move = (event: PointerEvent): void => {
    if (!pointers.has(event.pointerId)) return
    if (chosenFrom !== null) {
      const [from, till] = [inside(chosenFrom), inside(event.clientX)].toSorted((a, b) => a - b)
      return onChoosing(from ?? 0, till ?? 0)
    }
    const before = { middle: middle(), distance: distance() }
    pointers.set(event.pointerId, event.clientX)
    onPan((before.middle - middle()) * msPerPx())
    const isPinch = pointers.size === 2 && before.distance > 10 && distance() > 10
    if (isPinch) onZoom(before.distance / distance(), momentAt(middle()))
  }
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId)
    if (chosenFrom === null) return
    const [from, till] = [inside(chosenFrom), inside(event.clientX)].toSorted((a, b) => a - b)
    chosenFrom = null
    onChoosing(null, 0)
    if (event.type === 'pointerup' && (till ?? 0) - (from ?? 0) >= dragPxMin)
      onChosen(momentAt((from ?? 0) + leftPx()), momentAt((till ?? 0) + leftPx()))
  }
  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    onZoom(wheelFactor ** (Math.max(-300, Math.min(300, event.deltaY)) / 100), momentAt(event.clientX))
  }
  const abort = new AbortController()
  const { signal } = abort
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('dblclick', onBack, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  return () => abort.abort()
}
