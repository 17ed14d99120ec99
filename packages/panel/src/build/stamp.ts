import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url))

const stampName = 'stamp.json'
const inputs = [
  'index.html',
  'package.json',
  'public/*',
  'messages/*.json',
  'src/**/*.{ts,tsx,css}',
  '../kit/src/at.ts',
  '../ui/src/**/*.{ts,css}',
  '../../docs/examples/tasks/*',
  '../../templates/*.json',
]

/** Returns a hash of the names and contents of all sources of a build. */
const hashOfSources = (): string => {
  const hash = createHash('sha256')
  for (const path of globSync(inputs, { cwd: root }).toSorted()) {
    if (/\/(testing|journeys)\/|\.test\.tsx?$/.test(path)) continue
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

export const writeStamp = (folder: string): void => writeFileSync(join(folder, stampName), hashOfSources())

/** Returns whether a folder contains a build of the current sources. */
export const isFresh = (folder: string): boolean => {
  try {
    return readFileSync(join(folder, stampName), 'utf8') === hashOfSources()
  } catch {
    return false
  }
}
