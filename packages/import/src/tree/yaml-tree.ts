import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseAllDocuments, visit } from 'yaml'
import { ImportProblem } from '../plan/plan.ts'
import type { Tree } from './tree.ts'

const aliasesMax = 1000
const depthMax = 50
const mergeKey = '<<'
/** Mappings that are merged out of merged ones grow without bounds: so many are followed, and no more. */
const mergesMax = 20_000

/** Reads YAML, and JSON, which is YAML too. Tags are kept and never run; aliases are followed when they are read. */
export const yamlTree = (file: string, source: string): Tree => {
  const lines = new LineCounter()
  const documents = parseAllDocuments(source, {
    lineCounter: lines,
    keepSourceTokens: false,
    uniqueKeys: false,
    merge: false,
    logLevel: 'error',
  })
  const [document] = Array.isArray(documents) ? documents : []
  if (document === undefined) throw new ImportProblem(`${file}: nothing is in it`)
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    throw new ImportProblem(`${file}:${line}:${col}: ${error.message.split('\n', 1)[0]?.replace(/ at line.*$/, '')}`)
  }
  let aliases = 0
  visit(document, {
    Node: (_key, node, path) => {
      if (path.filter((one) => !isPair(one)).length > depthMax)
        throw new ImportProblem(`${file}: it is nested more than ${depthMax} deep`)
      if (isAlias(node) && ++aliases > aliasesMax)
        throw new ImportProblem(`${file}: it has more than ${aliasesMax} aliases`)
    },
  })
  const lineOf = (node: Node | null): number | null => (node?.range ? lines.linePos(node.range[0]).line : null)
  const followed = new Map<Node, Node>()
  const resolved = (node: unknown): Node | null => {
    if (!isAlias(node)) return node as Node | null
    const found = followed.get(node) ?? node.resolve(document)
    if (found !== undefined) followed.set(node, found)
    if (found === undefined) throw new ImportProblem(`${file}:${lineOf(node)}: there is no anchor ${node.source}`)
    return found
  }
  let merges = 0
  const treeOf = (input: unknown, path: string, depth: number): Tree => {
    const node = resolved(input)
    if (depth > depthMax) throw new ImportProblem(`${file}: it is nested more than ${depthMax} deep`)
    // An alias is told of where it is used.
    const sourceLine = { file, line: lineOf(input as Node | null), path }
    const tag = node?.tag?.startsWith('!') === true && node.tag !== '!' ? node.tag : null
    const child = (value: unknown, key: string): Tree => treeOf(value, path === '' ? key : `${path}.${key}`, depth + 1)
    if (isMap(node)) {
      const own = new Map<string, unknown>()
      const merged: Tree[] = []
      for (const { key, value } of node.items) {
        const name = isScalar(key) ? String(key.value) : ''
        if (name === mergeKey) {
          if (++merges > mergesMax) throw new ImportProblem(`${file}: its aliases come to too much`)
          const from = treeOf(value, path, depth + 1)
          const sources = from.kind === 'list' ? from.items() : [from]
          merges += sources.length
          merged.push(...sources)
        } else own.set(name, value)
      }
      const get = (key: string): Tree | undefined => {
        if (own.has(key)) return child(own.get(key), key)
        return merged.map((one) => one.get(key)).find((found) => found !== undefined)
      }
      const keys = (): string[] => [...new Set([...own.keys(), ...merged.flatMap((one) => one.keys())])]
      return { ...sourceLine, kind: 'map', text: null, tag, get, keys, items: () => [] }
    }
    if (isSeq(node)) {
      const items = (): Tree[] => node.items.map((item, at) => child(item, String(at)))
      return { ...sourceLine, kind: 'list', text: null, tag, get: () => undefined, keys: () => [], items }
    }
    const text = isScalar(node) ? scalarText(node.value, node.source) : null
    return {
      ...sourceLine,
      kind: text === null ? 'none' : 'scalar',
      text,
      tag,
      get: () => undefined,
      keys: () => [],
      items: () => [],
    }
  }
  return treeOf(document.contents, '', 0)
}

/** Numbers as they are written: `0x10` and `1.50` say more than their values. */
const scalarText = (value: unknown, source: string | undefined): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  return source ?? `${value as number | boolean | bigint}`
}
