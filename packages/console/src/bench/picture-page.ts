import type { PictureValue, PictureValues } from '@busbar/diagrams'
import { savedOf } from '@busbar/diagrams'
import { Sketch } from '@busbar/diagrams/sketch'
import { DrawnPicture } from '@busbar/diagrams/viewer'

/** How long the page was busy with new values, frame by frame, in ms. */
export type BusyMs = number[]

declare global {
  interface Window {
    live: (elements: number, changes: number, seconds: number) => Promise<BusyMs>
  }
}

const columns = 25
const states = ['off', 'run', 'warn', 'fault'] as const

/** Half symbols with states, half values with units. */
const drawn = (elements: number): string => {
  const sketch = new Sketch(columns * 112, Math.ceil(elements / columns) * 56)
  for (let i = 0; i < elements; i += 1) {
    const [x, y] = [(i % columns) * 112, Math.floor(i / columns) * 56]
    const shown = { param: i + 1 }
    if (i % 2 === 0) sketch.symbol('pump', `e${i}`, x, y, 48, {}, shown)
    else sketch.value('Power', `e${i}`, x, y, shown, 104)
  }
  return savedOf(sketch.model, new Map(), { items: [] }).source
}

const valueAt = (i: number, second: number): PictureValue => ({
  text: `${((i * 37 + second * 11) % 1000) / 10}\u00a0kW`,
  quality: 'good',
  readOn: '2026-11-15T12:00:00.000Z',
  state: states[(i + second) % states.length] ?? 'off',
})

const framesPerSecond = 12

/** For each frame in which values are shown, how long it takes until they are in the page and laid out. */
window.live = async (elements, changes, seconds) => {
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  const picture = new DrawnPicture(host.attachShadow({ mode: 'open' }), drawn(elements), 'Picture')
  const busy: number[] = []
  const timed = (work: () => void): void => {
    const start = performance.now()
    work()
    picture.svg?.getBBox()
    busy.push(performance.now() - start)
  }
  const frame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (work) => frame((now) => timed(() => work(now)))
  let values: PictureValues = Object.fromEntries(Array.from({ length: elements }, (_, i) => [`e${i}`, valueAt(i, 0)]))
  const age = (): string => ''
  picture.apply(values, age)
  host.getBoundingClientRect()
  for (let second = 0; second < seconds; second += 1) {
    const next = { ...values }
    for (let i = 0; i < changes; i += 1) {
      const place = (i * 7 + second) % elements
      next[`e${place}`] = valueAt(place, second + 1)
    }
    values = next
    timed(() => picture.apply(values, age))
    for (let i = 0; i < framesPerSecond; i += 1) await new Promise((resolve) => void frame(resolve))
  }
  return busy
}
