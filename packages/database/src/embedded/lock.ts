import {
  accessSync,
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from '../problem.ts'

export interface FolderLock {
  release(): void
}

const busy = 5

/** The folder is in use. */
export class FolderInUse extends DatabaseProblem {
  override name = 'FolderInUse'
}

/**
 * Locks a data folder for this process, or throws with its current user. The kernel must release the lock, so that
 * `kill -9` leaves none behind; and it must work between containers that share a volume, unlike pid files and abstract
 * sockets. That requires a file lock. Node has no function for one, but its SQLite takes exactly such a lock: an open
 * write transaction on an empty database. Child processes do not inherit it. The pid file is only for the message.
 */
export const lockFolder = (folder: string): FolderLock => {
  accessSync(folder, constants.W_OK | constants.X_OK)
  const pidFile = join(folder, 'service.pid')
  const lockFile = join(folder, 'service.lock')
  makeLockFile(lockFile)
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    rmSync(pidFile, { force: true })
    writeFileSync(pidFile, `${process.pid}\n`, { flag: 'wx' })
    giveToOwner(folder, [lockFile, pidFile])
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new FolderInUse(
      `The data folder ${folder} is in use by process ${readHolder(pidFile)}: stop that one, or choose another folder.`,
    )
  }
  return {
    release() {
      rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

/**
 * The file is private, because others could lock it as well. If root uses another user's folder, a planted link would
 * lead to a place where only root may write.
 */
const makeLockFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!lstatSync(path).isFile()) throw new DatabaseProblem(`${path} is not a regular file: remove it.`)
  }
}

/** Lets the owner start the service after root has run it. */
const giveToOwner = (folder: string, files: readonly string[]): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const file of files) lchownSync(file, uid, gid)
}

const readHolder = (pidFile: string): string => {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return '(unknown)'
  }
}
