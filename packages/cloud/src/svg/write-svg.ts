import type { CleanElement, CleanNode } from './clean-tree.ts'
import { namespaces } from './node.ts'
import { escaped } from './references.ts'

/** A drawing as text, in the one form in which we write it. */
export const writeSvg = ({ name, attributes, children }: CleanElement): string =>
  writeElement({ name, attributes: new Map([['xmlns', namespaces.svg], ...attributes]), children })

const writeElement = ({ name, attributes, children }: CleanElement): string => {
  const given = Array.from(attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  const inside = children.map(writeNode).join('')
  return inside === '' ? `<${name}${given}/>` : `<${name}${given}>${inside}</${name}>`
}

const writeNode = (node: CleanNode): string => (typeof node === 'string' ? escaped(node) : writeElement(node))
