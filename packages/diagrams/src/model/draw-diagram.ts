import { escaped, symbolMarkup } from '../symbols/draw-symbol.ts'
import { symbolOf } from '../symbols/symbol-groups.ts'
import type { PictureModel, PlacedElement } from './diagram-model.ts'
import { type Faceplates, plateMarkup } from './faceplate.ts'

/** How a picture looks where it is not painted by its roles: in clients of the API. */
const plainSheet =
  '.b{fill:#fff;stroke:#5b676d;stroke-width:1.75}.l,.h,.i{fill:none;stroke:#5b676d;stroke-width:1.75}.d,.t{fill:#5b676d}' +
  '.t{text-anchor:middle}.bus{fill:none;stroke:#38444a;stroke-width:4.5}.pipe{fill:none;stroke:#5b676d;stroke-width:5}' +
  '.wire,.area{fill:none;stroke:#5b676d}.wall{fill:none;stroke:#38444a;stroke-width:4}.fillv{fill:#83959d}.box{fill:#fff}' +
  '.button{fill:#fff;stroke:#7a868c}.caption{text-anchor:middle}.when-run,.flowline{display:none}' +
  '.title{font-size:18px;font-weight:600}.n{font-size:13px;font-weight:600}.v{font-size:15px;font-weight:600}.c{font-size:12px}'

const round = (value: number): number => Math.round(value * 100) / 100

/** The whole picture as plain SVG, with faceplates drawn out in it. */
export const drawPicture = (model: PictureModel, plates: Faceplates): string => {
  const { width, height, items, layers } = model
  const layerCodes = new Set(layers.map(({ code }) => code))
  const draw = (some: readonly PlacedElement[]): string => some.map((item) => itemMarkup(item, model, plates)).join('')
  const onLayers = layers.map(({ code, isHidden }) => {
    const inside = draw(items.filter(({ drawn }) => drawn.layer === code))
    return `<g id="${code}"${isHidden === true ? ' display="none"' : ''}>${inside}</g>`
  })
  const rest = draw(items.filter(({ drawn }) => drawn.layer === undefined || !layerCodes.has(drawn.layer)))
  return `<svg xmlns="http://www.w3.org/2000/svg" class="busbar" viewBox="0 0 ${width} ${height}"><style>${plainSheet}</style>${onLayers.join('')}${rest}</svg>`
}

/** Draws an item as a group with its code, position and rotation. */
const itemMarkup = (item: PlacedElement, model: PictureModel, plates: Faceplates): string =>
  `<g id="${item.code}">${turned(item, bareMarkup(item, model, plates))}</g>`

const turned = ({ drawn: { x, y, width, height, rotate = 0 } }: PlacedElement, markup: string): string =>
  rotate === 0
    ? markup
    : `<g transform="rotate(${rotate} ${round(x + width / 2)} ${round(y + height / 2)})">${markup}</g>`

const bareMarkup = (item: PlacedElement, { markups }: PictureModel, plates: Faceplates): string => {
  const { drawn, code } = item
  const { kind, x, y, width, height, text = '', look } = drawn
  const frame = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  const words = escaped(text)
  switch (kind) {
    case 'symbol': {
      const symbol = symbolOf(drawn.symbol ?? '')
      if (symbol === undefined) return ''
      const [scaleX, scaleY] = [round(width / symbol.width), round(height / symbol.height)]
      return `<g transform="translate(${round(x)} ${round(y)}) scale(${scaleX} ${scaleY})">${symbolMarkup(symbol)}</g>`
    }
    case 'text':
      return `<text class="${look ?? 'n'} v0" x="${round(x)}" y="${round(y + height * 0.75)}">${words}</text>`
    case 'value':
      return (
        `<rect class="box" ${frame} rx="3"/><text class="c" x="${round(x + 8)}" y="${round(y + 15)}">${words}</text>` +
        `<text class="v" x="${round(x + 8)}" y="${round(y + height - 8)}">?</text>`
      )
    case 'rect':
      return `<rect class="${look ?? 'area'}" ${frame}/>`
    case 'ellipse':
      return `<ellipse class="${look ?? 'area'}" cx="${round(x + width / 2)}" cy="${round(y + height / 2)}" rx="${round(width / 2)}" ry="${round(height / 2)}"/>`
    case 'pipe': {
      const points = (drawn.points ?? []).map((point) => point.map(round).join(' ')).join(' ')
      const flow = look === 'wire' || look === 'bus' ? '' : `<polyline class="flowline" points="${points}"/>`
      return `<polyline class="${look ?? 'pipe'}" points="${points}"/>${flow}`
    }
    case 'control':
      return `<rect class="button" ${frame} rx="6"/><text class="caption" x="${round(x + width / 2)}" y="${round(y + height / 2 + 5)}">${words}</text>`
    case 'svg':
      return nested(markups[code] ?? '', frame)
    case 'faceplate':
      return plateMarkup(item, plates, frame)
  }
}

/** A drawing inside of another: what it shows is fitted into its frame. */
const nested = (markup: string, frame: string): string => {
  const found = /^<svg([^>]*?)(?:\/>|>([^]*)<\/svg>)$/.exec(markup)
  if (found === null) return ''
  const [, attributes = '', inner = ''] = found
  const otherAttributes = attributes.replaceAll(/ (?:xmlns|x|y|width|height|id)="[^"]*"/g, '')
  return `<svg ${frame}${otherAttributes.includes('viewBox') ? '' : ` viewBox="${boxOfAttributes(attributes)}"`}${otherAttributes}>${inner}</svg>`
}

const boxOfAttributes = (attributes: string): string => {
  const of = (name: string): string => new RegExp(` ${name}="([\\d.]+)`).exec(attributes)?.[1] ?? '100'
  return `0 0 ${of('width')} ${of('height')}`
}
