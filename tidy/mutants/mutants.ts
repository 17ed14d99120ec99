import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesOf, type SourceChange } from './operators.ts'
import { running } from './syntax.ts'

/** A source with one change. */
export interface Mutant extends SourceChange {
  /** From the root. */
  path: string
  line: number
  /** The original text. */
  was: string
}

export const mutantsOf = (root: string, path: string): Mutant[] => {
  const source = readFileSync(join(root, path), 'utf8')
  return Array.from(running(path, source))
    .flatMap((node) => [...changesOf(node, source)])
    .map((change) => ({
      ...change,
      path,
      line: source.slice(0, change.start).split('\n').length,
      was: source.slice(change.start, change.end),
    }))
    .filter(({ was, text }) => was !== text)
}

/** The mutants in an order that looks random and is the same for the same seed: any beginning of it is a fair sample. */
export const shuffled = (mutants: readonly Mutant[], seed: string): Mutant[] => {
  const keyOf = ({ path, start, text }: Mutant): string =>
    createHash('sha256').update(`${seed}\n${path}\n${start}\n${text}`).digest('hex')
  return mutants
    .map((mutant) => ({ mutant, key: keyOf(mutant) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ mutant }) => mutant)
}

/** Describes a mutant in one line. */
export const describe = ({ path, line, was, text }: Mutant): string =>
  `${path}:${line}  ${short(was)}  ->  ${text === ';' || text === '{}' ? 'nothing' : short(text)}`

const short = (code: string): string => {
  const flat = code.replace(/\s+/g, ' ')
  return flat.length > 70 ? `${flat.slice(0, 69)}\u2026` : flat
}
