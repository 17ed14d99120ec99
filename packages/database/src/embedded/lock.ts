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
 * Takes a data folder for this process, or refuses and names who has it.
 *
 * A lock must be freed by the kernel, or `kill -9` leaves it behind; and it must hold between containers that share a
 * volume, which pid files and abstract sockets do not. That leaves a lock on a file. Node has no call for one, but its
 * SQLite takes exactly that: an open write transaction on a database that stays empty. No child process inherits it.
 * The pid file beside it only serves the message.
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
 * Closed to others, who could lock it as well as we. Where the folder is another user's and we are root, a link in our way would lead us
 * to where only we may write.
 */
const makeLockFile = (path: string): void => {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!lstatSync(path).isFile()) throw new DatabaseProblem(`${path} is no plain file: remove it.`)
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
