import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '@busbar/wire/program'

/** Another gateway works in this folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

const sqliteBusy = 5

/**
 * Makes the folder if it is not there, and keeps every other gateway out of it until the answer is called. The lock is SQLite's: the
 * system holds it for the process, so none is left behind by one that was killed.
 */
export const lockFolder = (folder: string): (() => void) => {
  makeFolder(folder, 0o700)
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
    chmodSync(join(folder, 'lock'), 0o600)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new FolderInUse(`a gateway is running in ${folder}; each needs a folder of its own (--data)`)
  }
  return () => lock.close()
}
