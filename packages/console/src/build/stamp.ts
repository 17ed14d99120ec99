import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.ts'

/** Inputs of a build. A new file is imported by a changed one, so the list is complete. */
interface BuildStamp {
  /** As paths from this package. */
  inputs: readonly string[]
  hash: string
  /** Hash of sizes and modification times: while it is equal, the files need not be read. */
  looks: string
}

const stampName = 'stamp.json'

/** Files of ours that are part of every build, though nothing imports them. */
const always = [
  'index.html',
  'public/icon.svg',
  'public/icon-192.png',
  'public/icon-512.png',
  'public/icon-maskable.png',
  'public/manifest.webmanifest',
  'package.json',
  'src/build/chunks.ts',
  'src/build/config.ts',
  'src/build/build.ts',
  'src/build/contract-for-callers.ts',
  'src/build/worker.ts',
  '../ui/src/catalogue.ts',
]

const hashOf = (inputs: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const path of inputs) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

const looksOf = (inputs: readonly string[]): string => {
  const looks = inputs.map((path) => {
    const { size, mtimeMs } = statSync(join(root, path))
    return `${size} ${mtimeMs}`
  })
  return createHash('sha256').update(looks.join()).digest('hex')
}

/** Stores the inputs of a build in its folder. */
export const writeStamp = (folder: string, modules: readonly string[]): void => {
  const ours = modules.filter((path) => existsSync(path) && !path.includes('node_modules'))
  const inputs = [...new Set([...always, ...ours.map((path) => relative(root, path))])].toSorted()
  const stamp: BuildStamp = { inputs, hash: hashOf(inputs), looks: looksOf(inputs) }
  writeFileSync(join(folder, stampName), JSON.stringify(stamp, null, 1))
}

/** Returns true if a folder has a build of the current sources. Takes milliseconds. */
export const isFresh = (folder: string): boolean => {
  try {
    const { inputs, hash, looks } = JSON.parse(readFileSync(join(folder, stampName), 'utf8')) as BuildStamp
    return looksOf(inputs) === looks || hashOf(inputs) === hash
  } catch {
    return false
  }
}
