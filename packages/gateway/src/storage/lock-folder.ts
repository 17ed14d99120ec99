import { createHash } from 'node:crypto'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '@busbar/kit/program'
import { claimName } from './claim-name.ts'
import { isDiskFault } from './not-saved.ts'
import { removeIfPossible } from './save-file.ts'

/** Another gateway works in this folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'

  constructor(folder: string) {
    super(`a gateway is running in ${folder}; each needs a folder of its own (--data)`)
  }
}

const sqliteBusy = 5

/** Returns one name for a folder, whatever its path, even when it does not exist. */
export const nameOfFolder = (folder: string): string => {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found !== undefined) return `${found.dev}-${found.ino}`
  return createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
}

/**
 * Creates the folder if necessary and locks it against other gateways until the returned function is called. Both locks
 * end with the process: a socket name, which needs no disk, and one of SQLite, which also works across containers.
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  tolerant(() => makeFolder(folder, 0o700))
  const release = await claimFolder(folder)
  if (release === null) throw new FolderInUse(folder)
  try {
    const unlock = lockFile(folder)
    return () => {
      unlock()
      release()
    }
  } catch (error) {
    release()
    throw error
  }
}

/** It is in use, whether or not we may connect. */
export const isInUse = async (folder: string): Promise<boolean> => {
  const release = await claimFolder(folder)
  release?.()
  return release === null
}

const claimFolder = (folder: string): Promise<(() => void) | null> =>
  claimName(`busbar-gateway-folder-${nameOfFolder(folder)}`)

const lockFile = (folder: string): (() => void) => {
  const path = join(folder, 'lock')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path)
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    chmodSync(path, 0o600)
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      lock?.close()
      throw new FolderInUse(folder)
    }
    // SQLite does not report whether the disk or missing rights caused the error; a test write does.
    if (tolerant(() => writeProbe(folder))) {
      lock?.close()
      throw error
    }
  }
  return () => lock?.close()
}

const writeProbe = (folder: string): void => {
  const path = join(folder, 'lock.part')
  try {
    makeFolder(folder, 0o700)
    writeFileSync(path, 'probe', { mode: 0o600, flush: true })
  } finally {
    removeIfPossible(path)
  }
}

/** Returns false when the disk prevented the operation. */
const tolerant = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch (error) {
    if (isDiskFault(error)) return false
    throw error
  }
}
