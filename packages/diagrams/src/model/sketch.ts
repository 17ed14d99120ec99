import { symbolOf } from '../symbols/symbol-groups.ts'
import { type ElementDrawing, emptyModel, type PictureModel, type PlacedElement } from './diagram-model.ts'
import type { VisBinding } from './diagram-values.ts'
import { inserted, withBinding } from './insert.ts'

type Rules = NonNullable<VisBinding['rules']>
type BindingFields = Omit<VisBinding, 'code'>

// oxlint-disable unicorn/no-thenable -- a rule is never awaited
/** Rules for a symbol that runs at this value and is off otherwise; faulty while another binding has the value 1. */
export const runsAt = (value: number, faultOf?: string): Rules => [
  ...(faultOf === undefined ? [] : [{ when: { of: faultOf, equals: 1 }, then: { state: 'fault' as const } }]),
  { when: { equals: value }, then: { state: 'run' } },
  { when: {}, then: { state: 'off' } },
]

/** Normal up to the first limit, a warning from there, a fault from the second on. */
export const limitsAt = (warn: number, fault: number): Rules => [
  { when: { from: fault }, then: { state: 'fault' } },
  { when: { from: warn }, then: { state: 'warn' } },
]

/** Flows as fast as the value is part of the most. */
export const flowsTo = (most: number): Rules => [
  { when: { from: 0, till: most }, then: { flow: [0, 1] } },
  { when: { from: most }, then: { flow: 1 } },
]

/** Filled as far as the value is part of the most. */
export const fillsTo = (most: number): Rules => [
  { when: { from: 0, till: most }, then: { fill: [0, 100] } },
  { when: { from: most }, then: { fill: 100 } },
]
// oxlint-enable unicorn/no-thenable

/** A picture that a program draws, thing by thing. */
export class Sketch {
  #model: PictureModel

  constructor(width: number, height: number) {
    this.#model = { ...emptyModel, width, height }
  }

  get model(): PictureModel {
    return this.#model
  }

  /** The code of what was put in. */
  put(code: string, drawn: ElementDrawing, more: Partial<PlacedElement> = {}, shown?: BindingFields): string {
    const done = inserted(this.#model, code, drawn, more)
    if (done === null) return code
    this.#model = shown === undefined ? done.model : withBinding(done.model, done.code, { ...shown, code: done.code })
    return done.code
  }

  /** Adds a hidden value for rules. */
  watch(code: string, shown: BindingFields): string {
    this.#model = withBinding(this.#model, code, { ...shown, code })
    return code
  }

  text(text: string, x: number, y: number, look: 'title' | 'n' | 'c' = 'n'): void {
    this.put('text', { kind: 'text', text, look, x, y, width: text.length * 8, height: 24 })
  }

  symbol(
    symbol: string,
    code: string,
    x: number,
    y: number,
    size: number,
    more: Partial<PlacedElement> = {},
    shown?: BindingFields,
  ): string {
    const { width = 1, height = 1 } = symbolOf(symbol) ?? {}
    const drawn: ElementDrawing = { kind: 'symbol', symbol, x, y, width: size, height: (size * height) / width }
    return this.put(code, drawn, more, shown)
  }

  value(label: string, code: string, x: number, y: number, shown: BindingFields, width = 112): string {
    return this.put(code, { kind: 'value', text: label, x, y, width, height: 40 }, { name: label }, shown)
  }

  /** Between two ports. */
  pipe(
    look: 'pipe' | 'wire',
    from: readonly [string, number],
    to: readonly [string, number],
    shown?: BindingFields,
  ): string {
    const ends = [from, to].map(([code, port]) => ({ code, port }))
    const points = [
      [0, 0],
      [1, 1],
    ]
    return this.put(look, { kind: 'pipe', x: 0, y: 0, width: 1, height: 1, look, points, ends }, {}, shown)
  }

  /** Through corners. */
  line(look: 'pipe' | 'wire' | 'bus', points: readonly (readonly [number, number])[], shown?: BindingFields): string {
    const corners = points.map((point) => [...point])
    return this.put(look, { kind: 'pipe', x: 0, y: 0, width: 1, height: 1, look, points: corners }, {}, shown)
  }
}
