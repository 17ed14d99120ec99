import type { PictureValue } from '../model/diagram-values.ts'
import { concernOf } from './element-state.ts'

const ns = 'http://www.w3.org/2000/svg'
/** Drawings of this width have marks of their natural size. */
const naturalPx = 1000
const offsetPx = 4

const shapes = {
  critical: ['square', 'M-8 -8H8V8H-8Z', '!'],
  warning: ['triangle', 'M0 -9L9.5 8H-9.5Z', '!'],
  unknown: ['diamond', 'M0 -10L10 0L0 10L-10 0Z', '?'],
} as const

/** Returns the mark of an abnormal element, with the age of its value if it has one; null for normal ones. */
export const markOf = (value: PictureValue, ageOf: ((readOn: string) => string) | null): SVGGElement | null => {
  const concern = concernOf(value)
  if (concern === 'none' || value.visible === false) return null
  const [className, path, sign] = shapes[concern]
  const mark = document.createElementNS(ns, 'g')
  mark.classList.add('mark')
  mark.setAttribute('aria-hidden', 'true')
  const badge = mark.appendChild(document.createElementNS(ns, 'g'))
  const shape = badge.appendChild(document.createElementNS(ns, 'path'))
  shape.setAttribute('d', path)
  shape.classList.add(className)
  const letter = badge.appendChild(document.createElementNS(ns, 'text'))
  letter.classList.add('sign')
  letter.setAttribute('y', concern === 'warning' ? '6' : '4')
  letter.textContent = sign
  if (ageOf !== null && concern === 'unknown' && value.readOn !== undefined && value.text !== '') {
    const age = mark.appendChild(document.createElementNS(ns, 'text'))
    age.classList.add('age')
    age.textContent = ageOf(value.readOn)
  }
  return mark
}

/** Time goes on for a value that does not change. */
export const showAge = (mark: SVGGElement, { readOn }: PictureValue, ageOf: (readOn: string) => string): void => {
  const age = mark.querySelector('.age')
  if (age !== null && readOn !== undefined) age.textContent = ageOf(readOn)
}

/** Position of an element in its drawing. */
export interface ElementBox {
  right: number
  top: number
  left: number
  bottom: number
  /** Before it is turned or stretched by what is around it. */
  ownHeight: number
}

/** Returns the position of an element in its drawing; null if it cannot be measured. */
export const boxIn = (element: SVGElement, svg: SVGSVGElement): ElementBox | null => {
  const toRoot = svg.getScreenCTM()?.inverse()
  const own = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null
  if (toRoot === undefined || own === null || !(element instanceof SVGGraphicsElement)) return null
  const { x, y, width, height } = element.getBBox()
  const matrix = toRoot.multiply(own)
  const corner = new DOMPoint(x + width, y).matrixTransform(matrix)
  const below = new DOMPoint(x, y + height).matrixTransform(matrix)
  return { right: corner.x, top: corner.y, left: below.x, bottom: below.y, ownHeight: height }
}

/** The sign at the upper right of its element, the age below it. */
export const placeMark = (mark: SVGGElement, box: ElementBox, svg: SVGSVGElement): void => {
  const { width, height } = svg.viewBox.baseVal
  const scale = Math.max(width, height, 1) / naturalPx
  const [badge, age] = mark.children
  badge?.setAttribute('transform', `translate(${box.right + offsetPx * scale} ${box.top}) scale(${scale})`)
  age?.setAttribute('transform', `translate(${box.left} ${box.bottom + 12 * scale}) scale(${scale})`)
}
