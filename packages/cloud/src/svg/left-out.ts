import { cleanElement } from './clean-tree.ts'
import type { XmlElement } from './node.ts'
import { readXml } from './read-xml.ts'

const namesMax = 50

/**
 * Lists removed parts of a drawing by name, each once: `<script>`, `onclick`. Content of removed elements is not
 * listed.
 */
export const leftOutOf = (source: string): string[] => {
  const read = readXml(source)
  if ('err' in read) return []
  const names = new Set<string>()
  const collect = (element: XmlElement): void => {
    const clean = cleanElement({ ...element, children: [] })
    if (clean === null) {
      names.add(`<${element.local}>`)
      return
    }
    for (const { local } of element.attributes) {
      if (local !== 'style' && !clean.attributes.has(local) && !clean.attributes.has(`xml:${local}`)) names.add(local)
    }
    for (const child of element.children) if (typeof child !== 'string') collect(child)
  }
  collect(read.ok)
  return [...names].slice(0, namesMax)
}
