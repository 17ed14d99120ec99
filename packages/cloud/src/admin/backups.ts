import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupFacts } from '../db/backup/check.ts'
import { checkFile, writeBackup } from '../db/backup/file.ts'
import { restore } from '../db/backup/restore.ts'
import { migrate } from '../db/migrate.ts'
import { AdminProblem, type Place, withExisting, withNew } from './admin.ts'

/** Writes a backup; a service may go on meanwhile. */
export const backupTo = async (place: Place, file: string, madeOn: Date): Promise<void> => {
  // Not "if it is not there": what stands there may be a backup that somebody needs.
  if ((await stat(file).catch(() => null)) !== null) throw new AdminProblem(`${file} is there already: choose another.`)
  await withExisting(place, ({ sql }) => writeBackup(sql, file, madeOn))
}

/** Fills an empty database, or a new one, from a backup, and brings it up to date. A file that is damaged is refused before there is one. */
export const restoreFrom = async (place: Place, file: string): Promise<void> => {
  await checkReadable(file)
  await withNew(place, async ({ sql }) => {
    await restore(sql, createReadStream(file))
    await migrate(sql)
  })
}

/** Proves a backup: restores it into a PostgreSQL of its own, counts, brings that up to date, and removes it. */
export const verifyBackup = async (file: string): Promise<BackupFacts> => {
  const facts = await checkReadable(file)
  const aside = await mkdtemp(join(tmpdir(), 'busbar-verify-'))
  try {
    // Table by table, what is there is counted after it was restored.
    await restoreFrom({ data: aside, db: undefined }, file)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return facts
}

const checkReadable = async (file: string): Promise<BackupFacts> => {
  const opened = await open(file).catch((error: Error) => {
    throw new AdminProblem(`The backup cannot be read: ${error.message}.`)
  })
  await opened.close()
  return checkFile(file)
}
