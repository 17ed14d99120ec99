import 'uplot/dist/uPlot.min.css'
import './charts.css'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import UPlot from 'uplot'
import type { Aligned } from '../data/align.rules.ts'
import type { ChartSeries } from '../data/chart-series.ts'
import type { View } from '../view.rules.ts'
import { addGestures } from './gestures.ts'
import { plotOptions } from './plot-options.ts'
import { resolvedColour, useScheme } from './use-scheme.ts'

export interface PlotProps {
  series: readonly ChartSeries[]
  /** Times in ms; a line for each of `series`, the lows of each, and the highs. */
  data: Aligned
  view: View
  language: string
  heightPx: number
  onWidth: (px: number) => void
  onPan: (ms: number) => void
  onZoom: (factor: number, at: number) => void
  onCursor: (index: number | null, leftPx: number) => void
}

/** The drawing itself. It is made again when its lines or colours change, and drawn again when only data or view do. */
export const Plot = (props: PlotProps): ReactNode => {
  const { series, data, view, language, heightPx, onWidth, onPan, onZoom, onCursor } = props
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const current = useRef({ view, data })
  const scheme = useScheme()
  const tellWidth = useEffectEvent(onWidth)
  const pan = useEffectEvent(onPan)
  const zoom = useEffectEvent(onZoom)
  const point = useEffectEvent(onCursor)
  const key = JSON.stringify(series)

  useLayoutEffect(() => {
    current.current = { view, data }
  }, [view, data])

  // The key stands for the series, which may be other objects with the same in them; the scheme stands for the colours.
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const made = new UPlot(
      plotOptions({
        series: JSON.parse(key) as ChartSeries[],
        language,
        widthPx: element.clientWidth,
        heightPx,
        colour: (name) => resolvedColour(element, name),
        view: () => current.current.view,
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
  }, [key, language, heightPx, scheme])

  useEffect(() => {
    const made = plot.current
    made?.batch(() => {
      made.setData(data, false)
      made.setScale('x', { min: view.from, max: view.till })
    })
  }, [data, view, key, language, heightPx, scheme])

  return <div ref={box} aria-hidden="true" className="min-w-0 overflow-hidden" style={{ height: heightPx }} />
}
