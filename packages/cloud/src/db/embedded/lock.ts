import { accessSync, chmodSync, chownSync, constants, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from '../problem.ts'

export interface FolderLock {
  release(): void
}

const busy = 5

/** Somebody has the folder. */
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
  const lock = new DatabaseSync(lockFile)
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
    // Who can open it could keep us from locking it.
    chmodSync(lockFile, 0o600)
    writeFileSync(pidFile, `${process.pid}\n`)
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

/** So that he can start it himself after root did. */
const giveToOwner = (folder: string, files: readonly string[]): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  for (const file of files) chownSync(file, uid, gid)
}

const readHolder = (pidFile: string): string => {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return '(unknown)'
  }
}
