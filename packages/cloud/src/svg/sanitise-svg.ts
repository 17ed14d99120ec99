import { type CleanElement, type CleanNode, cleanElement } from './clean-tree.ts'
import { excessOf } from './drawn-elements.ts'
import { drawnDepthMax, drawnElementsMax, imagesMax, sourceBytesMax } from './limits.ts'
import { namespaces } from './node.ts'
import { readXml } from './read-xml.ts'
import { escaped } from './references.ts'

/** To be raised whenever less is let through: what was cleaned by an older one is then cleaned again. */
export const sanitiserVersion = 2

const tooLarge = { err: `It is larger than ${sourceBytesMax / 1024} KB.` }

const excesses = {
  itself: 'An element refers to itself.',
  deep: `More than ${drawnDepthMax} elements would be drawn inside of each other.`,
  many: `More than ${drawnElementsMax} elements would be drawn.`,
} as const

/**
 * Returns a drawing without active content, or why there is none. The input is parsed strictly, only elements known to
 * be harmless are kept, and the output is generated from them: no input text is passed through. Sanitising the output
 * again changes nothing.
 */
export const sanitiseSvg = (source: string): { ok: string } | { err: string } => {
  if (Buffer.byteLength(source) > sourceBytesMax) return tooLarge
  const read = readXml(source)
  if ('err' in read) return read
  const clean = read.ok.local === 'svg' ? cleanElement(read.ok) : null
  if (clean === null) return { err: 'It is no SVG drawing: its outermost element must be svg.' }
  if (imagesIn(clean) > imagesMax) return { err: `It has more than ${imagesMax} images.` }
  const excess = excessOf(clean)
  if (excess !== null) return { err: excesses[excess] }
  const text = writeSvg(clean)
  return Buffer.byteLength(text) > sourceBytesMax ? tooLarge : { ok: text }
}

const imagesIn = ({ name, children }: CleanElement): number =>
  children.reduce<number>(
    (sum, child) => (typeof child === 'string' ? sum : sum + imagesIn(child)),
    name === 'image' ? 1 : 0,
  )

/** A drawing as text, in the one form in which we write it. */
const writeSvg = ({ name, attributes, children }: CleanElement): string =>
  writeElement({ name, attributes: new Map([['xmlns', namespaces.svg], ...attributes]), children })

const writeElement = ({ name, attributes, children }: CleanElement): string => {
  const attributeText = Array.from(attributes, ([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  const inside = children.map(writeNode).join('')
  return inside === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${inside}</${name}>`
}

const writeNode = (node: CleanNode): string => (typeof node === 'string' ? escaped(node) : writeElement(node))
