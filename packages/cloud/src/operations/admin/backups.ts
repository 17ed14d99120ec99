import { createReadStream } from 'node:fs'
import { lstat, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@busbar/database'
import { type BackupFacts, checkFile, restore, writeBackup } from '@busbar/database/backup'
import { FolderInUse, lockFolder } from '@busbar/database/embedded'
import { AdminProblem, type Installation, withExisting, withNew } from './admin.ts'

const prefix = 'busbar-verify-'
/** A process locks a new folder within this time. */
const freshMs = 60_000

/** A new folder among the temporary files. What those left who were killed is removed first. */
export const makeVerifyFolder = async (parent = tmpdir()): Promise<string> => {
  await removeLeft(parent)
  return mkdtemp(join(parent, prefix))
}

const removeLeft = async (parent: string): Promise<void> => {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  for (const path of names.map((name) => join(parent, name))) {
    if (await isLeft(path)) await rm(path, { recursive: true, force: true })
  }
}

/** Ours, old enough, and not in use. */
const isLeft = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => null)
  if (found === null || !found.isDirectory() || found.uid !== process.getuid?.()) return false
  if (Date.now() - found.mtimeMs < freshMs) return false
  try {
    lockFolder(path).release()
    return true
  } catch (error) {
    if (error instanceof FolderInUse) return false
    throw error
  }
}

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
    // Restoring counts the rows of each table.
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
