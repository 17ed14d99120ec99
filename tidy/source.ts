import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Our own files that match, as paths from the root. */
export const files = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/.types/**'] }).toSorted()

export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/** Import specifiers of a source. */
export const importsIn = (source: string): string[] =>
  Array.from(
    source.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm),
    ([, plain, dynamic]) => plain ?? dynamic ?? '',
  )

export const importsOf = (path: string): string[] => importsIn(read(path))
