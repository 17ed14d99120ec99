import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder where there is none, and those above it. Node's own way tries for ever where a parent is there and the system says that it
 * is not, as below /proc.
 */
export const makeFolder = (folder: string, mode = 0o777): void => {
  const path = resolve(folder)
  const parent = dirname(path)
  if (!existsSync(parent)) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory()
    if (!isThere) throw error
  }
}
