import { type BandPoints, chartData, columnsOf, type LinePoints, layoutOf, withBreaks } from '@busbar/charts'
import { gapsOfLine } from '@busbar/charts/gaps'
import { Plot } from '@busbar/charts/plot'
import { spans, type TimeWindow } from '@busbar/charts/window'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import UPlot from 'uplot'

/** In ms, from points to what is on the screen. */
export interface DrawTimes {
  firstMs: number
  /** The same chart a little later in time, as when it is dragged. */
  moveMs: number
  /** The drawing library alone with a line of the same points: no band, no gaps, no marks. */
  bareMs: number
}

declare global {
  interface Window {
    draw: (points: number) => Promise<DrawTimes>
  }
}

const till = Date.UTC(2026, 10, 15)
const locale = { locale: 'en-GB', clock: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } } as const

/** A day's course with noise, and a gap. */
const made = (count: number): LinePoints => {
  const stepMs = spans.year / count
  const times = Array.from(
    { length: count },
    (_, i) => till - spans.year + i * stepMs + (i > count / 2 ? stepMs * 0.5 : 0),
  )
  return { times, values: times.map((time, i) => 230 + 5 * Math.sin(time / 1e7) + ((i * 7919) % 101) / 50) }
}

/** A frame, and what comes after it: the page has been painted by then. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(null)
    })
  })

/** How many dots are drawn. */
const inkOf = (place: HTMLElement): number => {
  const canvas = place.querySelector('canvas')
  const { data = new Uint8ClampedArray() } =
    canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  return data.filter((part, i) => i % 4 === 3 && part > 0).length
}

const nothing = (): void => {}
const [layout] = layoutOf([{ paramId: 1, deviceId: 1, name: 'Voltage', unit: 'V' }], [])

/** As the service gives it: the mean with the least and the greatest; now and then reading failed. */
const bandOf = ({ times, values }: LinePoints): BandPoints => {
  const means = values.map((value, i) => (i % 1000 === 0 ? null : value))
  return {
    times,
    values: means,
    lows: means.map((value) => value && value - 1),
    highs: means.map((value) => value && value + 1),
    counts: means.map((value) => (value === null ? 0 : 5)),
  }
}

const show = async (root: Root, course: BandPoints, view: TimeWindow): Promise<void> => {
  if (layout === undefined) throw new Error('there is nothing to draw')
  flushSync(() => {
    const line = withBreaks(course, 1)
    root.render(
      <Plot
        layout={layout}
        data={columnsOf(chartData([line]), [0])}
        isCompared={false}
        axisPx={{ left: 56, right: 0 }}
        view={view}
        gaps={gapsOfLine(line, [], 1, till).map((gap) => ({ ...gap, label: 'No answer' }))}
        limits={[{ paramId: 1, value: 236, tone: 'critical', label: 'Overvoltage' }]}
        marks={[{ on: till - spans.month, kind: 'alarm', tone: 'critical', label: 'Overvoltage' }]}
        locale={locale}
        zone="Europe/Kyiv"
        heightPx={400}
        scheme="light"
        syncKey="bench"
        onWidth={nothing}
        onPan={nothing}
        onZoom={nothing}
        onChosen={nothing}
        onBack={nothing}
        onCursor={nothing}
      />,
    )
  })
  await painted()
}

const showBare = async (place: HTMLElement, { times, values }: LinePoints): Promise<number> => {
  const start = performance.now()
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height: 400,
      ms: 1,
      scales: { x: { range: [till - spans.year, till] } },
      series: [{}, { stroke: 'blue' }],
    },
    [[...times], [...values]],
    place,
  )
  await painted()
  const tookMs = performance.now() - start
  if (inkOf(place) === 0) throw new Error('nothing was drawn')
  plot.destroy()
  return tookMs
}

window.draw = async (count) => {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const points = made(count)
  const course = bandOf(points)
  const bareMs = await showBare(place, points)
  const root = createRoot(place)
  const start = performance.now()
  await show(root, course, { from: till - spans.year, till })
  const first = performance.now()
  await show(root, course, { from: till - spans.year - spans.day, till: till - spans.day })
  const moved = performance.now()
  if (inkOf(place) === 0) throw new Error('nothing was drawn')
  root.unmount()
  return { firstMs: first - start, moveMs: moved - first, bareMs }
}
