import type { CleanElement } from './clean-tree.ts'
import { fragmentOf, urlFragmentOf } from './values.ts'

/**
 * How many elements are drawn in the end, each as often as another refers to it; null when one refers to itself, straight or around
 * corners.
 */
export const drawnElements = (root: CleanElement): number | null => {
  const byId = new Map<string, CleanElement>()
  collect(root, byId)
  const known = new Map<CleanElement, number>()
  const onTheWay = new Set<CleanElement>()
  const count = (element: CleanElement): number => {
    const before = known.get(element)
    if (before !== undefined) return before
    if (onTheWay.has(element)) return Number.POSITIVE_INFINITY
    onTheWay.add(element)
    let sum = 1
    for (const target of targetsOf(element)) {
      const referred = byId.get(target)
      if (referred !== undefined) sum += count(referred)
    }
    for (const child of element.children) if (typeof child !== 'string') sum += count(child)
    onTheWay.delete(element)
    known.set(element, sum)
    return sum
  }
  const sum = count(root)
  return Number.isFinite(sum) ? sum : null
}

/** Of two with the same name, the first is meant. */
const collect = (element: CleanElement, byId: Map<string, CleanElement>): void => {
  const id = element.attributes.get('id')
  if (id !== undefined && !byId.has(id)) byId.set(id, element)
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId)
}

function* targetsOf({ name, attributes }: CleanElement): Generator<string> {
  for (const [attribute, value] of attributes) {
    // To follow a link is up to who looks at it.
    if (name === 'a' && attribute === 'href') continue
    const target = attribute === 'href' ? fragmentOf(value) : urlFragmentOf(value)
    if (target !== null) yield target
  }
}
