import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  type YAMLMap,
} from 'yaml'
import { ImportProblem } from '../plan/plan.ts'
import type { Tree } from './tree.ts'

const aliasesMax = 1000
const depthMax = 50
/** The parser opens several items for each level, such as a mapping, its entry and a value. */
const stackMax = 4 * depthMax
/** A megabyte of the tersest configuration has two thirds of this. */
const lexemesMax = 1_000_000
const mergeKey = '<<'
/** Mappings merged from merged mappings grow without bounds: this many merges, and keys of them, are followed. */
const mergesMax = 20_000
const mergedKeysMax = 2_000_000

/** Reads YAML, and JSON, which is YAML too. Tags are kept and never run; aliases are followed when they are read. */
export const yamlTree = (file: string, source: string): Tree => {
  const lines = new LineCounter()
  const document = firstDocument(file, source, lines)
  const anchors = new Map<string, Node>()
  const anchored = new Map<Node, Node>()
  let aliases = 0
  visit(document, {
    Node: (_key, node, path) => {
      if (path.filter((one) => !isPair(one)).length > depthMax) throw tooDeep(file)
      if (isAlias(node)) {
        if (++aliases > aliasesMax) throw new ImportProblem(`${file}: it has more than ${aliasesMax} aliases`)
        const target = anchors.get(node.source)
        if (target !== undefined) anchored.set(node, target)
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node)
    },
  })
  const lineOf = (node: Node | null): number | null => (node?.range ? lines.linePos(node.range[0]).line : null)
  const resolved = (node: unknown): Node | null => {
    if (!isAlias(node)) return node as Node | null
    const target = anchored.get(node)
    if (target === undefined) throw new ImportProblem(`${file}:${lineOf(node)}: there is no anchor ${node.source}`)
    return target
  }
  let merges = 0
  let mergedKeys = 0
  const countMerged = (mergeCount: number, keyCount: number): void => {
    merges += mergeCount
    mergedKeys += keyCount
    if (merges > mergesMax || mergedKeys > mergedKeysMax)
      throw new ImportProblem(`${file}: its merged mappings come to too much`)
  }
  const entriesByMap = new Map<Node, { own: Map<string, unknown>; merges: unknown[] }>()
  const entriesOf = (map: YAMLMap): { own: Map<string, unknown>; merges: unknown[] } => {
    const known = entriesByMap.get(map)
    if (known !== undefined) return known
    const entries = { own: new Map<string, unknown>(), merges: [] as unknown[] }
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : ''
      if (name === mergeKey) entries.merges.push(value)
      else entries.own.set(name, value)
    }
    entriesByMap.set(map, entries)
    return entries
  }
  const treeOf = (input: unknown, path: string, depth: number): Tree => {
    const node = resolved(input)
    if (depth > depthMax) throw tooDeep(file)
    // An error of an alias is reported where it is used.
    const sourceLine = { file, line: lineOf(input as Node | null), path }
    const tag = node?.tag?.startsWith('!') === true && node.tag !== '!' ? node.tag : null
    const child = (value: unknown, key: string): Tree => treeOf(value, path === '' ? key : `${path}.${key}`, depth + 1)
    if (isMap(node)) {
      const { own, merges: values } = entriesOf(node)
      const merged = values.flatMap((value) => {
        countMerged(1, 0)
        const from = treeOf(value, path, depth + 1)
        const sources = from.kind === 'list' ? from.items() : [from]
        countMerged(sources.length, 0)
        return sources
      })
      const get = (key: string): Tree | undefined => {
        if (own.has(key)) return child(own.get(key), key)
        for (const one of merged) {
          countMerged(0, 1)
          const found = one.get(key)
          if (found !== undefined) return found
        }
        return undefined
      }
      const keys = (): string[] => {
        const inherited = merged.flatMap((one) => one.keys())
        countMerged(0, inherited.length)
        return [...new Set([...own.keys(), ...inherited])]
      }
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

const tooDeep = (file: string): ImportProblem => new ImportProblem(`${file}: it is nested more than ${depthMax} deep`)

/** The first document of a text. What is too large or nested too deep is refused while it is read, before it costs much. */
const firstDocument = (file: string, source: string, lines: LineCounter): Document.Parsed => {
  const problemAt = (offset: number, message: string): ImportProblem => {
    const { line, col } = lines.linePos(offset)
    return new ImportProblem(`${file}:${line}:${col}: ${message.split('\n', 1)[0]}`)
  }
  const composer = new Composer({ keepSourceTokens: false, uniqueKeys: false, merge: false, logLevel: 'error' })
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const compose = (tokens: Iterable<CST.Token>): Document.Parsed | undefined => {
    for (const token of tokens) {
      if (token.type === 'error') throw problemAt(token.offset, token.message)
      const [document] = composer.next(token)
      if (document !== undefined) return document
    }
    return undefined
  }
  let document: Document.Parsed | undefined
  let lexemes = 0
  for (const lexeme of new Lexer().lex(source)) {
    if (++lexemes > lexemesMax) throw new ImportProblem(`${file}: it has more than ${lexemesMax} words and signs`)
    document = compose(parser.next(lexeme))
    if (document !== undefined) break
    if (parser.stack.length > stackMax) throw tooDeep(file)
  }
  document ??= compose(parser.end()) ?? [...composer.end()][0]
  if (document === undefined) throw new ImportProblem(`${file}: nothing is in it`)
  const [error] = document.errors
  if (error !== undefined) throw problemAt(error.pos[0], error.message)
  return document
}

/** Numbers as they are written: `0x10` and `1.50` say more than their values. */
const scalarText = (value: unknown, source: string | undefined): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  return source ?? `${value as number | boolean | bigint}`
}
