import { emptyModel, type PictureModel, type PlacedElement } from './diagram-model.ts'
import type { Vis, VisBinding } from './diagram-values.ts'
import { drawPicture } from './draw-diagram.ts'
import { type Faceplates, isInner, plateBindings } from './faceplate.ts'

/** The size of a drawing, by its view box. */
export const sizeOf = (source: string): { width: number; height: number } => {
  const [, , width = 0, height = 0] = (/ viewBox="([^"]*)"/.exec(source)?.[1] ?? '').split(/[ ,]+/).map(Number)
  if (width > 0 && height > 0) return { width, height }
  const side = (name: 'width' | 'height'): number => {
    const [, text] = new RegExp(`^<svg[^>]* ${name}="([\\d.]+)`).exec(source) ?? []
    return Number(text) || emptyModel[name]
  }
  return { width: side('width'), height: side('height') }
}

/** The inner drawing of an item that was imported, as it stands in the source. */
const importedMarkup = (source: string, code: string): string => {
  const start = source.indexOf(`<g id="${code}">`)
  const svg = start < 0 ? -1 : source.indexOf('<svg', start)
  if (svg < 0) return ''
  let depth = 0
  for (const found of source.slice(svg).matchAll(/<svg\b[^>]*?(\/?)>|<\/svg>/g)) {
    if (found[0] === '</svg>') depth -= 1
    else if (found[1] === '') depth += 1
    if (depth === 0) return source.slice(svg, svg + found.index + found[0].length)
  }
  return ''
}

/** A picture to be edited. One that the editor did not draw becomes one thing, on which everything keeps its code. */
export const modelOf = (vis: Vis): PictureModel => {
  const { source, bindings, args, layers, kind } = vis
  const size = sizeOf(source)
  const items = vis.items.filter((item): item is PlacedElement => item.drawn !== undefined)
  if (items.length === 0) {
    const isEmpty = !/<(?:path|rect|text|g|use|circle|line|poly|image)/.test(source)
    const fullDrawing: PlacedElement = {
      code: 'drawing',
      name: vis.name,
      drawn: { kind: 'svg', x: 0, y: 0, ...size, isLocked: true },
    }
    return {
      ...size,
      kind,
      args,
      layers,
      bindings,
      items: isEmpty ? [] : [fullDrawing],
      markups: isEmpty ? {} : { drawing: source },
    }
  }
  const markups = Object.fromEntries(
    items.flatMap(({ code, drawn }) => (drawn.kind === 'svg' ? [[code, importedMarkup(source, code)]] : [])),
  )
  return {
    ...size,
    kind,
    items,
    layers,
    args,
    bindings: bindings.filter(({ code }) => !isInner(code, items)),
    markups,
  }
}

/** All bindings, those of faceplates too; one whose parameter is still to be chosen is none yet. */
export const bindingsOf = ({ bindings, items }: PictureModel, plates: Faceplates): VisBinding[] => [
  ...bindings.filter(({ formula }) => formula !== ''),
  ...items.flatMap((item) => plateBindings(item, plates)),
]

/** A control whose parameter is still to be chosen is none yet. */
const withoutHalfControl = (item: PlacedElement): PlacedElement => {
  if (item.control?.paramId !== 0) return item
  const { control: _control, ...rest } = item
  return rest
}

/** Converts an edited diagram for storage. Items unknown to the editor are kept. */
export const savedOf = (
  model: PictureModel,
  plates: Faceplates,
  before: Pick<Vis, 'items'>,
): Pick<Vis, 'kind' | 'source' | 'bindings' | 'items' | 'layers' | 'args'> => {
  const codes = new Set(model.items.map(({ code }) => code))
  const others = before.items.filter(({ code, drawn }) => drawn === undefined && !codes.has(code))
  return {
    kind: model.kind,
    source: drawPicture(model, plates),
    bindings: bindingsOf(model, plates),
    items: [...model.items.map(withoutHalfControl), ...others],
    layers: [...model.layers],
    args: [...model.args],
  }
}
