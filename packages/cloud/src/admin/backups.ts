import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { backup } from '../db/backup/backup.ts'
import { restore } from '../db/backup/restore.ts'
import { migrate } from '../db/migrate.ts'
import { AdminProblem, type Place, withExisting, withNew } from './admin.ts'

/** Writes a backup that only its owner can read; a service may go on meanwhile. The file is there when it is whole, or not at all. */
export const backupTo = async (place: Place, file: string, madeOn: Date): Promise<void> => {
  // Not "if it is not there": what stands there may be a backup that somebody needs.
  if ((await stat(file).catch(() => null)) !== null) throw new AdminProblem(`${file} is there already: choose another.`)
  await withExisting(place, async ({ sql }) => {
    // A name that nobody knows before, and no link is followed: others may be able to write to the folder.
    const part = `${file}.part-${randomUUID()}`
    try {
      await backup(sql, createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }), { madeOn })
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  })
}

/** Fills an empty database, or a new one, from a backup, and brings it up to date. */
export const restoreFrom = async (place: Place, file: string): Promise<void> => {
  const opened = await open(file).catch((error: Error) => {
    throw new AdminProblem(`The backup cannot be read: ${error.message}.`)
  })
  await opened.close()
  await withNew(place, async ({ sql }) => {
    await restore(sql, createReadStream(file))
    await migrate(sql)
  })
}
