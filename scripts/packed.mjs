import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const program = 'packages/cli/src/main.ts'
export const packedFolder = 'node_modules/.cache/busbar-packed'
export const stampPath = `${packedFolder}/stamp.json`

/** Sizes of files and when they were changed: while these are the same, so are the files. */
export const looksOf = (root, paths) =>
  paths
    .map((path) => {
      const { size, mtimeMs } = statSync(join(root, path))
      return `${size} ${mtimeMs}`
    })
    .join()

/** The program in a few files, made by pack.mjs of the sources as they are now; null where there is none. */
export const findPacked = (root) => {
  try {
    const { entry, inputs, looks } = JSON.parse(readFileSync(join(root, stampPath), 'utf8'))
    return looksOf(root, inputs) === looks ? join(root, packedFolder, entry) : null
  } catch {
    return null
  }
}
