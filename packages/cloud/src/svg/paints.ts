import type { CleanElement } from './clean-tree.ts'
import { urlFragmentOf } from './values.ts'

/** The names of elements that an element is painted with. */
export interface Paints {
  /** Once for each shape: patterns and gradients. */
  perShape: readonly string[]
  /** At each vertex: markers. */
  perVertex: readonly string[]
}

const fills = ['fill', 'stroke']
const markers = ['marker-start', 'marker-mid', 'marker-end']
const lines: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon'])
const painted: ReadonlySet<string> = new Set([
  ...lines,
  'rect',
  'circle',
  'ellipse',
  'text',
  'tspan',
  'textPath',
  'use',
])
const none: Paints = { perShape: [], perVertex: [] }

/** What an element is painted with, by its own attributes or those around it, and what is passed on to those inside. */
export const paintsOf = (element: CleanElement, inherited: ReadonlyMap<string, string>) => {
  const { name, attributes } = element
  const present = [...fills, ...markers].filter((attribute) => attributes.has(attribute))
  const own =
    present.length === 0
      ? inherited
      : new Map([...inherited, ...present.map((at) => [at, attributes.get(at) ?? ''] as const)])
  const named = (of: readonly string[]): string[] =>
    of.map((attribute) => urlFragmentOf(own.get(attribute) ?? '')).filter((id) => id !== null)
  const paints = own.size === 0 || !painted.has(name) ? none : { perShape: named(fills), perVertex: named(markers) }
  return { own, paints }
}

/** How many vertices a line may have, at most: every number of it begins one. */
export const verticesOf = ({ name, attributes }: CleanElement): number => {
  if (!lines.has(name)) return 0
  const drawn = attributes.get('d') ?? attributes.get('points')
  return drawn === undefined ? 2 : Math.ceil((drawn.match(/\d*\.?\d+(?:e[+-]?\d+)?/gi)?.length ?? 0) / 2)
}
