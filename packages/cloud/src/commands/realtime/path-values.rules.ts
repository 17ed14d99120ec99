import { plainNumber } from '@busbar/kit'
import type { Path } from './paths.rules.ts'
import type { ReadValue } from './read-params.ts'

/** What was found out for all paths of a request. */
export interface PathFacts {
  /** By reference. */
  params: ReadonlyMap<string, number>
  nets: ReadonlyMap<string, number>
  /** By parameter id; missing where there is no value. */
  last: ReadonlyMap<number, ReadValue>
  realtime: ReadonlyMap<number, ReadValue>
  isConnected(netId: number): boolean
}

/** The codes of what is missing. */
const codes = { param: 'NOP', net: 'NON', last: 'NOLR', realtime: 'NORV' } as const

/** The answer to all paths. One may be any word, were it `__proto__`: each becomes a field of its own. */
export const valuesOf = (
  paths: readonly { text: string; path: Path | null }[],
  found: PathFacts,
): Record<string, string | number> => Object.fromEntries(paths.map(({ text, path }) => [text, valueOf(path, found)]))

/** The value of a path, or the code of what is missing. */
const valueOf = (path: Path | null, found: PathFacts): string | number => {
  if (path === null) return codes.param
  if (path.kind === 'constant') return path.value
  if (path.kind === 'connection') {
    const netId = found.nets.get(path.net)
    return netId === undefined ? codes.net : Number(found.isConnected(netId))
  }
  const paramId = found.params.get(path.param)
  if (paramId === undefined) return codes.param
  const value = found[path.kind].get(paramId)
  return value === undefined ? codes[path.kind] : compactValue(value)
}

/** A number where it says every digit of the value; otherwise its text. */
const compactValue = ({ value, number }: ReadValue): string | number =>
  number !== null && plainNumber(number) === value ? number : value
