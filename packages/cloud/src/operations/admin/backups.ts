import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { migrate } from '@busbar/database'
import { type BackupFacts, checkFile, restore, writeBackup } from '@busbar/database/backup'
import { AdminProblem, type Installation, withExisting, withNew } from './admin.ts'
import { makeVerifyFolder } from './verify-folder.ts'

/** Writes a backup; a service may go on meanwhile. */
export const backupTo = async (installation: Installation, file: string, madeOn: Date): Promise<void> => {
  // Not "if it is not there": the file may be a backup that is needed.
  if ((await stat(file).catch(() => null)) !== null) throw new AdminProblem(`${file} is there already: choose another.`)
  await withExisting(installation, ({ sql }) => writeBackup(sql, file, madeOn))
}

/**
 * Fills an empty database, or a new one, from a backup, and brings it up to date. A file that is damaged is refused before there is one.
 * Who stops it before the last row leaves no row.
 */
export const restoreFrom = async (installation: Installation, file: string, stop: AbortSignal): Promise<void> => {
  await checkReadable(file)
  refuseStopped(stop)
  await withNew(installation, async ({ sql }) => {
    await restore(sql, createReadStream(file, { signal: stop })).catch((error: unknown) => {
      refuseStopped(stop)
      throw error
    })
    await migrate(sql)
  })
}

/** Proves a backup: restores it into a PostgreSQL of its own, counts, brings that up to date, and removes it. */
export const verifyBackup = async (file: string, stop: AbortSignal): Promise<BackupFacts> => {
  const facts = await checkReadable(file)
  refuseStopped(stop)
  const aside = await makeVerifyFolder()
  try {
    // Table by table, what is there is counted after it was restored.
    await restoreFrom({ data: aside, db: undefined }, file, stop)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return facts
}

const refuseStopped = ({ aborted }: AbortSignal): void => {
  if (aborted) throw new AdminProblem('It was stopped before its end.')
}

const checkReadable = async (file: string): Promise<BackupFacts> => {
  const opened = await open(file).catch((error: Error) => {
    throw new AdminProblem(`The backup cannot be read: ${error.message}.`)
  })
  await opened.close()
  return checkFile(file)
}
