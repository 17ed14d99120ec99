import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Sql } from '../sql.ts'
import { backup } from './backup.ts'
import { type BackupFacts, checkBackup } from './check.ts'

/** Separates the name of a backup from the random suffix of an unfinished one. */
export const partMark = '.part-'

/** Writes a backup that only its owner can read, and verifies it. The file appears complete or not at all. */
export const writeBackup = async (sql: Sql, file: string, madeOn: Date): Promise<BackupFacts> => {
  // A random name without following links, because others may be able to write to the folder.
  const part = `${file}${partMark}${randomUUID()}`
  try {
    await backup(sql, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }), { madeOn })
    const facts = await checkFile(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return facts
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

export const checkFile = (file: string): Promise<BackupFacts> => checkBackup(() => createReadStream(file))

/** A file name survives a power cut only after its folder was synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
