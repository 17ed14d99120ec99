import type { PictureValue, PictureValues } from '../model/diagram-values.ts'
import { pictureSheet } from './diagram-sheet.ts'
import { classOf } from './element-state.ts'
import { boxIn, type ElementBox, markOf, placeMark, showAge } from './marks.ts'

let ownSheet: CSSStyleSheet | undefined

/**
 * Puts a drawing that the service has cleaned into a shadow root, so that its names and styles are its own. The page's policy lets no style
 * be written in a document: those of the drawing are set one by one, and its sheets are made by script. Null where it is no drawing.
 */
const mountDrawing = (root: ShadowRoot, source: string): SVGSVGElement | null => {
  // The service writes drawings in one form: neither can stand in a text, where quotes and brackets are escaped.
  const text = source
    .replaceAll(' style="', ' data-style="')
    .replaceAll(/<style(?=[ />])/g, '<metadata')
    .replaceAll('</style>', '</metadata>')
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (parsed.localName !== 'svg') return null
  const svg = document.importNode(parsed, true) as unknown as SVGSVGElement
  const sheets = Array.from(svg.querySelectorAll('metadata'), (element) => {
    element.remove()
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(element.textContent)
    return sheet
  })
  for (const element of [svg, ...svg.querySelectorAll<SVGElement>('[data-style]')]) applyStyle(element)
  ownSheet ??= new CSSStyleSheet()
  ownSheet.replaceSync(pictureSheet)
  root.adoptedStyleSheets = [...sheets, ownSheet]
  root.replaceChildren(svg)
  return svg
}

const applyStyle = (element: SVGElement): void => {
  const declarations = element.dataset['style'] ?? ''
  delete element.dataset['style']
  for (const declaration of declarations.split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    const isImportant = value.endsWith('!important')
    if (property === '') continue
    element.style.setProperty(
      property,
      isImportant ? value.slice(0, -10).trim() : value,
      isImportant ? 'important' : '',
    )
  }
}

/** An element of the picture that can be pointed at. */
export interface ClickTarget {
  code: string
  /** Role for screen readers. */
  role: 'button' | 'link'
  name: string
}

interface BoundElement {
  element: SVGElement
  /** Element for the value; null if the symbol has none. */
  text: SVGElement | null
  shown?: PictureValue
  name: string
  /** Position in the drawing; null until measured. */
  box: ElementBox | null
  isPipe: boolean
  mark: SVGGElement | null
}

type ValueChange = readonly [bound: BoundElement, value: PictureValue]

/** After the first time: with 200 new values a second, each frame has some of them. */
const changesPerFrame = 18
const states = ['is-off', 'is-run', 'is-warn', 'is-fault', 'is-unknown', 'is-stale']
/** A number, then the unit after any kind of space. */
const parts = /^([-−+]?\d[\d\s.,]*)\s(\D.*)$/u
/** Duration of one cycle of the dashes in a pipe at full flow. */
const flowSecMin = 0.5
const flowLeast = 0.05

/** A drawing in a shadow root, into which values are put. Only what has changed is touched. */
export class DrawnPicture {
  readonly svg: SVGSVGElement | null
  /** Set for drawings made of our symbols, which use the colours of the console. */
  readonly isOurs: boolean
  readonly #bound = new Map<string, BoundElement>()
  readonly #marks: SVGGElement
  #picked: Element | null = null
  #frame = 0
  #isShown = false

  constructor(root: ShadowRoot, source: string, name: string) {
    this.svg = mountDrawing(root, source)
    this.isOurs = this.svg?.classList.contains('busbar') ?? false
    this.#marks = document.createElementNS('http://www.w3.org/2000/svg', 'g')
    this.svg?.append(this.#marks)
    this.svg?.setAttribute('role', 'group')
    this.svg?.setAttribute('aria-label', name)
  }

  /** Lets things be reached by pointer and keyboard. */
  offer(elements: readonly ClickTarget[]): void {
    for (const { code, role, name } of elements) {
      const bound = this.#find(code)
      if (bound === null) continue
      bound.name = name
      const { element } = bound
      element.setAttribute('data-code', code)
      element.setAttribute('role', role)
      element.setAttribute('tabindex', '0')
      element.setAttribute('aria-label', labelOf(element, name))
    }
  }

  /**
   * Shows values; `ageOf` formats the age of a reading. All measurements come first, then class changes, then texts:
   * mixed access would force the browser to lay out again each time.
   */
  apply(values: PictureValues, ageOf: (readOn: string) => string): void {
    const changed: ValueChange[] = []
    for (const [code, value] of Object.entries(values)) {
      const bound = this.#find(code)
      if (bound === null) continue
      if (bound.shown !== value) changed.push([bound, value])
      else if (bound.mark !== null) showAge(bound.mark, value, ageOf)
    }
    // Pending changes of earlier values are recomputed here.
    cancelAnimationFrame(this.#frame)
    this.#show(changed, ageOf, this.#isShown ? changesPerFrame : changed.length)
    this.#isShown = true
  }

  /** Limited per frame, so that no frame is late; the rest follows in the next one. */
  #show(all: readonly ValueChange[], ageOf: (readOn: string) => string, count: number): void {
    const { svg } = this
    const changed = all.slice(0, count)
    if (svg === null || changed.length === 0) return
    if (all.length > count)
      this.#frame = requestAnimationFrame(() => this.#show(all.slice(count), ageOf, changesPerFrame))
    for (const [bound] of changed) bound.box ??= boxIn(bound.element, svg)
    for (const [bound, value] of changed) {
      show(bound, value)
      bound.shown = value
      this.#mark(bound, value, ageOf)
    }
    const texts = changed.filter(([{ mark, element, text }]) => mark !== null && text === element)
    for (const [bound] of texts) bound.box = boxIn(bound.element, svg)
    for (const [{ mark, box }] of texts) if (mark !== null && box !== null) placeMark(mark, box, svg)
  }

  /** Highlights the selected element. */
  pick(code: string | undefined): void {
    this.#picked?.classList.remove('is-picked')
    this.#picked = code === undefined ? null : (this.#find(code)?.element ?? null)
    this.#picked?.classList.add('is-picked')
  }

  #find(code: string): BoundElement | null {
    const known = this.#bound.get(code)
    if (known !== undefined || this.svg === null) return known ?? null
    const element = this.svg.querySelector<SVGElement>(`#${CSS.escape(code)}`)
    if (element === null) return null
    const isText = element.localName === 'text' || element.localName === 'tspan'
    const text = isText ? element : element.querySelector<SVGElement>('.v')
    const isPipe = element.querySelector(':scope > :is(.pipe, .wire, .bus)') !== null
    const bound = { element, text, name: '', box: null, isPipe, mark: null }
    this.#bound.set(code, bound)
    return bound
  }

  #mark(bound: BoundElement, value: PictureValue, ageOf: (readOn: string) => string): void {
    bound.mark?.remove()
    // A pipe is where things are joined: how it does is said at them.
    bound.mark = bound.isPipe ? null : markOf(value, bound.text === null ? null : ageOf)
    if (bound.mark === null || this.svg === null) return
    this.#marks.append(bound.mark)
    if (bound.box !== null) placeMark(bound.mark, bound.box, this.svg)
  }
}

const show = ({ element, text, name, box }: BoundElement, value: PictureValue): void => {
  const state = classOf(value)
  // Unchanged classes are not written, since each write triggers a layout.
  for (const one of states) if (one !== state && element.classList.contains(one)) element.classList.remove(one)
  if (state !== null && !element.classList.contains(state)) element.classList.add(state)
  if (text !== null) write(text, value.text === '' ? '–' : value.text)
  if (name !== '') element.setAttribute('aria-label', labelOf(element, name))
  const { style } = element
  style.display = value.visible === false ? 'none' : ''
  if (value.color !== undefined) style.fill = value.color
  if (value.rotate !== undefined) turn(element, `${value.rotate}deg`)
  if (value.move !== undefined) style.translate = value.move.map((px) => `${px}px`).join(' ')
  if (value.fill !== undefined) level(element.querySelector<SVGElement>('.fillv') ?? element, value.fill)
  if (value.size !== undefined && box !== null && box.ownHeight > 0) {
    style.transformBox = 'fill-box'
    style.transformOrigin = '50% 100%'
    style.scale = `1 ${value.size / box.ownHeight}`
  }
  flow(element, value.flow)
}

/** Text on an element is part of its accessible name. */
const labelOf = (element: SVGElement, name: string): string => {
  const written = element.textContent.replaceAll(/\s+/g, ' ').trim()
  return written === '' || name.includes(written) ? name : `${name}, ${written}`
}

const write = (text: SVGElement, shown: string): void => {
  const [, digits = shown, unit] = text.classList.contains('v') ? (parts.exec(shown) ?? []) : []
  if (unit === undefined) {
    text.textContent = shown
    return
  }
  const [number, after] = text.childNodes
  const isOurs = after instanceof SVGTSpanElement && after.classList.contains('u') && text.childNodes.length === 2
  if (isOurs && number instanceof Text) {
    if (number.data !== digits) number.data = digits
    if (after.textContent !== `\u00a0${unit}`) after.textContent = `\u00a0${unit}`
    return
  }
  const small = document.createElementNS('http://www.w3.org/2000/svg', 'tspan')
  small.classList.add('u')
  small.textContent = `\u00a0${unit}`
  text.replaceChildren(digits, small)
}

const turn = (element: SVGElement, angle: string): void => {
  element.style.transformBox = 'fill-box'
  element.style.transformOrigin = 'center'
  element.style.rotate = angle
}

/** Filled from below. */
const level = (element: SVGElement, percent: number): void => {
  element.style.clipPath = `inset(${100 - Math.min(100, Math.max(0, percent))}% 0 0 0) fill-box`
}

const flow = (element: SVGElement, part: number | undefined): void => {
  const isFlowing = part !== undefined && Math.abs(part) >= flowLeast
  element.classList.toggle('flow', isFlowing)
  element.classList.toggle('flow-back', isFlowing && part < 0)
  if (isFlowing) element.style.setProperty('--flow-sec', `${(flowSecMin / Math.abs(part)).toFixed(2)}s`)
}
