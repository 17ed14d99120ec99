import { at } from '@busbar/kit'
import { depthMax, elementsMax } from './limits.ts'
import { namespaces, type XmlAttribute, type XmlElement, type XmlName } from './node.ts'
import { isXmlText, withoutReferences } from './references.ts'

const prefixesMax = 64

/** Namespace prefixes inside an element. */
interface Scope {
  prefixes: ReadonlyMap<string, string>
  /** Null where nothing declares the prefix. */
  ofElement: (written: string) => XmlName | null
  ofAttribute: (written: string) => XmlName | null
}

const scopeOf = (prefixes: ReadonlyMap<string, string>): Scope => {
  const resolved = (prefix: string, local: string): XmlName | null => {
    const namespace = prefixes.get(prefix)
    return namespace === undefined ? null : { namespace, local }
  }
  const parts = (written: string): [prefix: string, local: string] => {
    const colon = written.indexOf(':')
    return colon < 0 ? ['', written] : [written.slice(0, colon), written.slice(colon + 1)]
  }
  return {
    prefixes,
    ofElement: (written) => resolved(...parts(written)),
    // An attribute without a prefix belongs to its element, whatever the default is.
    ofAttribute: (written) => (written.includes(':') ? resolved(...parts(written)) : { namespace: '', local: written }),
  }
}

const outermostScope: Scope = scopeOf(
  new Map([
    ['', ''],
    ['xml', namespaces.xml],
  ]),
)

/** The scope inside an element with these attributes; null when it declares what may not be declared. */
const scopeInside = (outer: Scope, attributes: ReadonlyMap<string, string>): Scope | null => {
  const declared: [string, string][] = []
  for (const [written, value] of attributes) {
    if (written === 'xmlns') declared.push(['', value])
    else if (written.startsWith('xmlns:')) declared.push([written.slice(6), value])
  }
  if (declared.length === 0) return outer
  const isWrong = declared.some(([prefix, uri]) => prefix === 'xml' || prefix === 'xmlns' || (prefix !== '' && !uri))
  const prefixes = new Map([...outer.prefixes, ...declared])
  return isWrong || prefixes.size > prefixesMax ? null : scopeOf(prefixes)
}

const name = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`
const declaration = /^\ufeff?(?:<\?xml[ \t\r\n][^<>?]*\?>)?/
const opening = new RegExp(`<(${name})`, 'y')
const attribute = new RegExp(String.raw`[ \t\r\n]+(${name})[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const openingEnd = /[ \t\r\n]*(\/?)>/y
const closing = new RegExp(String.raw`</(${name})[ \t\r\n]*>`, 'y')
const blank = /^[ \t\r\n]*$/

/** An error in a document, with its position. */
class MalformedXml extends Error {
  readonly at: number

  constructor(index: number, message: string) {
    super(message)
    this.at = index
  }
}

interface OpenElement {
  written: string
  element: XmlElement
  scope: Scope
}

/**
 * Reads a document to the letter, or not at all: what two readers might take for different things is refused. There are no entities but
 * the five and those by number, no DOCTYPE, no processing instructions; comments are left out.
 */
export const readXml = (source: string): { ok: XmlElement } | { err: string } => {
  if (!isXmlText(source)) return { err: 'It has characters that no document may have.' }
  try {
    return { ok: new XmlReader(source).run() }
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error
    return { err: `Line ${source.slice(0, error.at).split('\n').length}: ${error.message}` }
  }
}

class XmlReader {
  readonly #source: string
  readonly #open: OpenElement[] = []
  #root: XmlElement | undefined
  #at = 0
  #count = 0

  constructor(source: string) {
    this.#source = source
  }

  run(): XmlElement {
    const source = this.#source
    this.#at = declaration.exec(source)?.[0].length ?? 0
    while (this.#at < source.length) {
      if (source[this.#at] !== '<') this.#text()
      else if (source.startsWith('<!--', this.#at)) this.#comment()
      else if (source.startsWith('<![CDATA[', this.#at)) this.#cdata()
      else if (source.startsWith('</', this.#at)) this.#end()
      else this.#begin()
    }
    if (this.#root === undefined || this.#open.length > 0) throw this.#malformed('it ends too early')
    return this.#root
  }

  #malformed(message: string): MalformedXml {
    return new MalformedXml(this.#at, message)
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }

  #add(text: string): void {
    const inside = this.#open.at(-1)
    if (inside !== undefined) inside.element.children.push(text)
    else if (!blank.test(text)) throw this.#malformed('text outside of the drawing')
  }

  #text(): void {
    const next = this.#source.indexOf('<', this.#at)
    const raw = this.#source.slice(this.#at, next < 0 ? this.#source.length : next)
    const text = raw.includes(']]>') ? null : withoutReferences(raw)
    if (text === null) throw this.#malformed('a text has an unknown entity, a lone & or a ]]>')
    this.#add(text)
    this.#at += raw.length
  }

  #comment(): void {
    const end = this.#source.indexOf('--', this.#at + 4)
    if (end < 0 || this.#source[end + 2] !== '>') throw this.#malformed('a comment does not end, or has a -- inside')
    this.#at = end + 3
  }

  #cdata(): void {
    const end = this.#source.indexOf(']]>', this.#at)
    if (end < 0 || this.#open.length === 0) throw this.#malformed('a CDATA section is outside, or does not end')
    this.#add(this.#source.slice(this.#at + 9, end))
    this.#at = end + 3
  }

  #begin(): void {
    const written = this.#take(opening)?.[1]
    if (written === undefined) throw this.#malformed('only elements, text and comments may be here')
    if (this.#root !== undefined && this.#open.length === 0) throw this.#malformed('a second drawing')
    this.#count += 1
    if (this.#count > elementsMax) throw this.#malformed(`more than ${elementsMax} elements`)
    if (this.#open.length >= depthMax) throw this.#malformed(`deeper than ${depthMax} elements`)
    const rawAttributes = this.#attributes()
    const scope = this.#known(scopeInside(this.#open.at(-1)?.scope ?? outermostScope, rawAttributes))
    const isEmpty = this.#take(openingEnd)?.[1]
    if (isEmpty === undefined) throw this.#malformed(`the tag <${written}> is wrong`)
    const attributes = this.#resolved(scope, rawAttributes)
    const element = { ...this.#known(scope.ofElement(written)), attributes, children: [] }
    this.#open.at(-1)?.element.children.push(element)
    this.#root ??= element
    if (isEmpty === '') this.#open.push({ written, element, scope })
  }

  #attributes(): Map<string, string> {
    const rawAttributes = new Map<string, string>()
    for (let found = this.#take(attribute); found !== null; found = this.#take(attribute)) {
      const written = at(found, 1)
      const value = withoutReferences(found[2] ?? at(found, 3))
      if (value === null) throw this.#malformed('an attribute has an unknown entity or a lone &')
      if (rawAttributes.has(written)) throw this.#malformed(`two attributes ${written}`)
      // As every reader of XML does with line ends in attributes.
      rawAttributes.set(written, value.replace(/[\t\r\n]/g, ' '))
    }
    return rawAttributes
  }

  #resolved(scope: Scope, rawAttributes: ReadonlyMap<string, string>): XmlAttribute[] {
    const all: XmlAttribute[] = []
    for (const [written, value] of rawAttributes) {
      if (written === 'xmlns' || written.startsWith('xmlns:')) continue
      all.push({ ...this.#known(scope.ofAttribute(written)), value })
    }
    return all
  }

  #known<T>(found: T | null): T {
    if (found === null) throw this.#malformed('a prefix that nothing declares, or too many of them')
    return found
  }

  #end(): void {
    const written = this.#take(closing)?.[1]
    const ended = this.#open.pop()
    if (written === undefined || ended?.written !== written) {
      throw this.#malformed(`<${ended?.written ?? ''}> does not end here`)
    }
  }
}
