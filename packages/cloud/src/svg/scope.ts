import { namespaces, type XmlName } from './node.ts'

const prefixesMax = 64

/** What prefixes stand for inside an element. */
export interface Scope {
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

export const outermostScope: Scope = scopeOf(
  new Map([
    ['', ''],
    ['xml', namespaces.xml],
  ]),
)

/** The scope inside an element with these attributes; null when it declares what may not be declared. */
export const scopeInside = (outer: Scope, attributes: ReadonlyMap<string, string>): Scope | null => {
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
