import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/** Files of the repository that match, as paths from its root. */
export const files = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted()
