import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its parents. Node's own recursive mode loops endlessly where a parent exists and the system
 * reports that it does not, as below /proc.
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
