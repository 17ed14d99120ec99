import { elements, textElements, textOnlyElements } from './allowed.ts'
import { cleanImage } from './clean-image.ts'
import { namespaces, type XmlAttribute, type XmlElement, type XmlNode } from './node.ts'
import { cleanSheet, cleanStyle } from './styles.ts'
import { attributeValue } from './values.ts'

/** An element of ours: its name needs no prefix, and no attribute has another namespace than what its name says. */
export interface CleanElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly CleanNode[]
}
export type CleanNode = CleanElement | string

/** What of an element may stay; null when it is not allowed itself, and then nothing inside of it is. */
export const cleanElement = ({ namespace, local, attributes, children }: XmlElement): CleanElement | null => {
  // A drawing that declares no namespace is meant as one all the same.
  if (namespace !== namespaces.svg && namespace !== '') return null
  if (!elements.has(local)) return null
  if (local === 'image') return cleanPicture(attributes)
  const inside = local === 'style' ? sheet(children) : children.flatMap((child) => cleanChild(local, child))
  return { name: local, attributes: cleanAttributes(attributes), children: inside }
}

/** An image holds its points itself, or is none. */
const cleanPicture = (attributes: readonly XmlAttribute[]): CleanElement | null => {
  const links = attributes.filter((one) => plainName(one) === 'href')
  const link = links.find(({ namespace }) => namespace === '') ?? links[0]
  const href = link === undefined ? null : cleanImage(link.value)
  if (href === null) return null
  const clean = cleanAttributes(attributes.filter((one) => plainName(one) !== 'href'))
  return { name: 'image', attributes: clean.set('href', href), children: [] }
}

const cleanChild = (parent: string, child: XmlNode): CleanNode[] => {
  if (typeof child === 'string') {
    const text = child.replace(/\r\n?/g, '\n')
    if (textElements.has(parent)) return [text]
    return /^[ \t\n]+$/.test(text) ? [text] : []
  }
  const clean = textOnlyElements.has(parent) ? null : cleanElement(child)
  return clean === null ? [] : [clean]
}

const sheet = (children: readonly XmlNode[]): string[] => {
  const text = cleanSheet(children.filter((child) => typeof child === 'string').join(''))
  return text === '' ? [] : [text]
}

const cleanAttributes = (attributes: readonly XmlAttribute[]): Map<string, string> => {
  const clean = new Map<string, string>()
  for (const attribute of attributes) {
    const name = plainName(attribute)
    if (name === null || name === 'style') continue
    const value = name === 'xml:space' ? spaceValue(attribute.value) : attributeValue(name, attribute.value)
    // The old form of a link counts only where the new one is not.
    if (value !== null && !(attribute.namespace === namespaces.xlink && clean.has(name))) clean.set(name, value)
  }
  const style = cleanStyle(
    attributes.find(({ namespace, local }) => namespace === '' && local === 'style')?.value ?? '',
  )
  for (const [name, value] of style.references) clean.set(name, value)
  if (style.text !== '') clean.set('style', style.text)
  return clean
}

const spaceValue = (value: string): string | null => (value === 'preserve' ? value : null)

const plainName = ({ namespace, local }: XmlAttribute): string | null => {
  if (namespace === '') return local
  if (namespace === namespaces.xlink && local === 'href') return 'href'
  return namespace === namespaces.xml && local === 'space' ? 'xml:space' : null
}
