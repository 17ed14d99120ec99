import type { CleanElement } from './clean-tree.ts'
import { drawnDepthMax, drawnElementsMax } from './limits.ts'
import { fragmentOf, urlFragmentOf } from './values.ts'

/** The names of elements that an element is painted with. */
interface Paints {
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

/** Paint of an element, its own or inherited, and the part that its children inherit. */
const paintsOf = (element: CleanElement, inherited: ReadonlyMap<string, string>) => {
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
const verticesOf = ({ name, attributes }: CleanElement): number => {
  if (!lines.has(name)) return 0
  const drawn = attributes.get('d') ?? attributes.get('points')
  return drawn === undefined ? 2 : Math.ceil((drawn.match(/\d*\.?\d+(?:e[+-]?\d+)?/gi)?.length ?? 0) / 2)
}

/** An element with all that is drawn because of it. */
interface DrawnSize {
  elements: number
  /** Points at which markers may be drawn. */
  vertices: number
  /** From it to the innermost one. */
  depth: number
}

/** Why a drawing cannot be drawn in reasonable time. */
type Excess = 'itself' | 'deep' | 'many'

class ExcessError extends Error {
  readonly excess: Excess

  constructor(excess: Excess) {
    super(excess)
    this.excess = excess
  }
}

/**
 * Returns the exceeded limit of a drawing, counting each element as often as it is referenced; null if there is none.
 */
export const excessOf = (root: CleanElement): Excess | null => {
  try {
    new DrawnCounter(root).of(root)
    return null
  } catch (error) {
    if (error instanceof ExcessError) return error.excess
    throw error
  }
}

class DrawnCounter {
  readonly #byId = new Map<string, CleanElement>()
  readonly #paints = new Map<CleanElement, Paints>()
  readonly #known = new Map<CleanElement, DrawnSize>()
  readonly #onTheWay = new Set<CleanElement>()

  constructor(root: CleanElement) {
    this.#collect(root, new Map())
  }

  of(element: CleanElement): DrawnSize {
    const before = this.#known.get(element)
    if (before !== undefined) return before
    if (this.#onTheWay.has(element)) throw new ExcessError('itself')
    // A chain of references could be longer than our own stack, and a browser's.
    if (this.#onTheWay.size >= drawnDepthMax) throw new ExcessError('deep')
    this.#onTheWay.add(element)
    const drawn = this.#sum(element)
    this.#onTheWay.delete(element)
    if (drawn.depth > drawnDepthMax) throw new ExcessError('deep')
    if (drawn.elements > drawnElementsMax) throw new ExcessError('many')
    this.#known.set(element, drawn)
    return drawn
  }

  #sum(element: CleanElement): DrawnSize {
    const sum = { elements: 1, vertices: verticesOf(element), depth: 1 }
    const add = (part: DrawnSize | undefined, times = 1): void => {
      if (part === undefined || times === 0) return
      sum.elements += part.elements * times
      sum.depth = Math.max(sum.depth, part.depth + 1)
    }
    for (const child of element.children) {
      if (typeof child === 'string') continue
      add(this.of(child))
      sum.vertices += this.of(child).vertices
    }
    const used = this.#target(usedBy(element))
    add(used)
    sum.vertices += used?.vertices ?? 0
    for (const name of ['clip-path', 'mask', 'filter'])
      add(this.#target(urlFragmentOf(element.attributes.get(name) ?? '')))
    // A referenced element inherits paint from the element that uses it.
    const { perShape, perVertex } = this.#paints.get(element) ?? { perShape: [], perVertex: [] }
    for (const id of perShape) add(this.#target(id), used?.elements ?? 1)
    for (const id of perVertex) add(this.#target(id), used?.vertices ?? verticesOf(element))
    return sum
  }

  #target(id: string | null): DrawnSize | undefined {
    const element = id === null ? undefined : this.#byId.get(id)
    return element && this.of(element)
  }

  /** The first of two elements with the same name is used. */
  #collect(element: CleanElement, inherited: ReadonlyMap<string, string>): void {
    const id = element.attributes.get('id')
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element)
    const { own, paints } = paintsOf(element, inherited)
    this.#paints.set(element, paints)
    for (const child of element.children) if (typeof child !== 'string') this.#collect(child, own)
  }
}

/** To follow a link is up to who looks at it. */
const usedBy = ({ name, attributes }: CleanElement): string | null =>
  name === 'a' ? null : fragmentOf(attributes.get('href') ?? '')
