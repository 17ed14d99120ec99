import { movedBy } from './arrange.ts'
import {
  codesOf,
  type ElementDrawing,
  freeCode,
  itemsMax,
  type PictureModel,
  type PlacedElement,
} from './diagram-model.ts'
import type { VisBinding } from './diagram-values.ts'
import { rerouted } from './route.ts'

/** Copied items with their bindings and imported drawings. */
export interface ClipboardContent {
  items: readonly PlacedElement[]
  bindings: readonly VisBinding[]
  markups: Readonly<Record<string, string>>
}

/** A picture with one thing more, and its code. Null where there are too many. */
export const inserted = (
  model: PictureModel,
  preferredCode: string,
  drawn: ElementDrawing,
  more: Partial<PlacedElement> = {},
  markup?: string,
): { model: PictureModel; code: string } | null => {
  if (model.items.length >= itemsMax) return null
  const code = freeCode(preferredCode, codesOf(model))
  const markups = markup === undefined ? model.markups : { ...model.markups, [code]: markup }
  return { code, model: rerouted({ ...model, markups, items: [...model.items, { ...more, code, drawn }] }) }
}

export const copied = ({ items, bindings, markups }: PictureModel, codes: ReadonlySet<string>): ClipboardContent => ({
  items: items.filter(({ code }) => codes.has(code)),
  bindings: bindings.filter(({ code }) => codes.has(code)),
  markups: Object.fromEntries(Object.entries(markups).filter(([code]) => codes.has(code))),
})

/** Puts copies into a picture under codes that are free; what leads to what among them stays so. */
export const pasted = (
  model: PictureModel,
  content: ClipboardContent,
  dx: number,
  dy: number,
): { model: PictureModel; codes: Set<string> } => {
  const taken = codesOf(model)
  const names = new Map<string, string>()
  const nameOf = (code: string): string => {
    const known = names.get(code)
    if (known !== undefined) return known
    const free = freeCode(code.replace(/\d+$/, '') || code, taken)
    taken.add(free)
    names.set(code, free)
    return free
  }
  const fitting = content.items.slice(0, Math.max(0, itemsMax - model.items.length))
  const codes = new Set(fitting.map(({ code }) => nameOf(code)))
  const items = fitting.map((item): PlacedElement => {
    const { drawn, ...rest } = movedBy(item, dx, dy)
    const { layer: _layer, group, ends, ...shape } = drawn
    return {
      ...rest,
      code: nameOf(item.code),
      drawn: {
        ...shape,
        ...(group !== undefined && { group: nameOf(`${group}-`) }),
        ...(ends && {
          ends: ends.map((end) => (end !== null && names.has(end.code) ? { ...end, code: nameOf(end.code) } : null)),
        }),
      },
    }
  })
  const isTaken = ({ code }: VisBinding): boolean => names.has(code) && codes.has(nameOf(code))
  return {
    codes,
    model: rerouted({
      ...model,
      items: [...model.items, ...items],
      bindings: [
        ...model.bindings,
        ...content.bindings.filter(isTaken).map((one) => ({ ...one, code: nameOf(one.code) })),
      ],
      markups: {
        ...model.markups,
        ...Object.fromEntries(Object.entries(content.markups).map(([code, markup]) => [nameOf(code), markup])),
      },
    }),
  }
}

/** Sets or removes the binding of an item. */
export const withBinding = (model: PictureModel, code: string, binding: VisBinding | null): PictureModel => {
  const others = model.bindings.filter((one) => one.code !== code)
  return { ...model, bindings: binding === null ? others : [...others, binding] }
}
