import type { Tree } from './tree.ts'

/** The same over a value that a parser gave without places; `line` is the best that is known for all of it. */
export const plainTree = (file: string, value: unknown, path: string, line: number | null): Tree => {
  const sourceLine = { file, line, path }
  const none = { get: () => undefined, keys: () => [], items: () => [] }
  const child = (one: unknown, key: string): Tree => plainTree(file, one, path === '' ? key : `${path}.${key}`, line)
  if (Array.isArray(value)) {
    return {
      ...sourceLine,
      ...none,
      kind: 'list',
      text: null,
      tag: null,
      items: () => value.map((one, at) => child(one, String(at))),
    }
  }
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const map = value as Readonly<Record<string, unknown>>
    const get = (key: string): Tree | undefined => (Object.hasOwn(map, key) ? child(map[key], key) : undefined)
    return { ...sourceLine, kind: 'map', text: null, tag: null, get, keys: () => Object.keys(map), items: () => [] }
  }
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
      ? String(value)
      : null
  return { ...sourceLine, ...none, kind: text === null ? 'none' : 'scalar', text, tag: null }
}
