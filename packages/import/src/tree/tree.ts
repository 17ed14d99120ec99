import type { SourceLine } from '../plan/draft.ts'
import { decimalText, parseInteger } from '../plan/fields.ts'

/** A value of a configuration file with its place: a mapping, a list, or a scalar as it is written. */
export interface Tree extends SourceLine {
  readonly kind: 'map' | 'list' | 'scalar' | 'none'
  /** Returns the text of a scalar without quotes; else null. */
  readonly text: string | null
  /** A tag in front of it, such as `!secret`. */
  readonly tag: string | null
  get: (key: string) => Tree | undefined
  keys: () => string[]
  items: () => Tree[]
}

/** A scalar under a key, or undefined where there is nothing. */
export const textAt = (tree: Tree, ...keys: string[]): string | undefined => {
  for (const key of keys) {
    const text = tree.get(key)?.text
    if (text !== undefined && text !== null && text !== '') return text
  }
  return undefined
}

export const integerAt = (tree: Tree, ...keys: string[]): number | null => {
  const text = textAt(tree, ...keys)
  return text === undefined ? null : parseInteger(text)
}

export const decimalAt = (tree: Tree, key: string): string | null => {
  const text = textAt(tree, key)
  return text === undefined ? null : decimalText(text)
}

/** Returns the items under a key; a single item becomes a list of one. */
export const listAt = (tree: Tree, key: string): Tree[] => {
  const found = tree.get(key)
  if (found === undefined || found.kind === 'none') return []
  return found.kind === 'list' ? found.items() : [found]
}

/** A value for a note, shortened. */
export const shownValue = (tree: Tree | undefined): string => {
  if (tree?.text != null) return tree.text.slice(0, 80)
  if (tree?.kind === 'list') return `${tree.items().length}`
  return tree?.kind === 'map' ? tree.keys().join(', ').slice(0, 80) : ''
}
