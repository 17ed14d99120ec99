import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the file's content; undefined when it does not exist. */
export const readSaved = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file atomically, even in a power cut, readable by its owner only. */
export const saveFile = (path: string, content: string | Uint8Array): void => {
  const part = `${path}.part`
  try {
    writeFileSync(part, content, { mode: 0o600, flush: true })
    renameSync(part, path)
  } catch (error) {
    removeIfPossible(part)
    throw error
  }
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Removes the rest of a failed write, which would otherwise keep the disk full. */
export const removeIfPossible = (path: string): void => {
  try {
    rmSync(path, { force: true })
  } catch {
    // A failing disk may also refuse to remove the file.
  }
}
