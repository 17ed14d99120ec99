import { savedOf } from '../pictures/model/load-picture.ts'
import { Sketch } from '../pictures/model/sketch.ts'
import { DrawnPicture } from '../pictures/viewer/drawn-picture.ts'
import type { PictureValue, PictureValues } from '../pictures/viewer/picture-values.ts'

/** For each second, how long the page was busy with its new values, in ms. */
export type BusyMs = number[]

declare global {
  interface Window {
    live: (elements: number, changes: number, seconds: number) => BusyMs
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

/** For each second, how long it takes until its new values are in the page and laid out. */
window.live = (elements, changes, seconds) => {
  const host = document.createElement('div')
  document.body.replaceChildren(host)
  const picture = new DrawnPicture(host.attachShadow({ mode: 'open' }), drawn(elements), 'Picture')
  let values: PictureValues = Object.fromEntries(Array.from({ length: elements }, (_, i) => [`e${i}`, valueAt(i, 0)]))
  const age = (): string => ''
  picture.apply(values, age)
  host.getBoundingClientRect()
  return Array.from({ length: seconds }, (_, second) => {
    const next = { ...values }
    for (let i = 0; i < changes; i += 1) {
      const place = (i * 7 + second) % elements
      next[`e${place}`] = valueAt(place, second + 1)
    }
    values = next
    const start = performance.now()
    picture.apply(values, age)
    picture.svg?.getBBox()
    return performance.now() - start
  })
}
