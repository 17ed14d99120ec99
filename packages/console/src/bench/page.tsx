import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { alignCourses, brokenCourse, type Points } from '../charts/data/align.rules.ts'
import { Plot } from '../charts/plot/plot.tsx'
import { spans, type View } from '../charts/view.rules.ts'

/** In ms, from points to what is on the screen. */
export interface Drawn {
  firstMs: number
  /** The same chart a little later in time, as when it is dragged. */
  moveMs: number
}

declare global {
  interface Window {
    draw: (points: number) => Promise<Drawn>
  }
}

const till = Date.UTC(2026, 10, 15)

/** A day's course with noise, and a gap. */
const made = (count: number): Points => {
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

const show = async (root: Root, points: Points, view: View): Promise<void> => {
  flushSync(() => {
    const values = points.values.map((value, i) => (i % 1000 === 0 ? null : value))
    const lows = values.map((value) => value && value - 1)
    const data = alignCourses([
      brokenCourse({ times: points.times, values, lows, highs: values.map((value) => value && value + 1) }, 1),
    ])
    root.render(
      <Plot
        series={[{ paramId: 1, deviceId: 1, name: 'Voltage', unit: 'V' }]}
        data={data}
        view={view}
        language="en"
        heightPx={400}
        onWidth={nothing}
        onPan={nothing}
        onZoom={nothing}
        onCursor={nothing}
      />,
    )
  })
  await painted()
}

window.draw = async (count) => {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  const points = made(count)
  const start = performance.now()
  await show(root, points, { from: till - spans.year, till })
  const first = performance.now()
  await show(root, points, { from: till - spans.year - spans.day, till: till - spans.day })
  const moved = performance.now()
  if (inkOf(place) === 0) throw new Error('nothing was drawn')
  root.unmount()
  return { firstMs: first - start, moveMs: moved - first }
}
