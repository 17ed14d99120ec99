import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseProblem } from '../problem.ts'
import { type Account, mayReach, mayRead } from './account.ts'
import type { Binaries } from './binaries.ts'

/** For root only, where neither the checkout nor the data folder can be reached by another user. */
const lastResort = '/var/lib/busbar'

/** Binaries that the account may run: these, or a copy of them in the first target folder that it may reach. */
export const reachableBinaries = async (
  binaries: Binaries,
  account: Account | undefined,
  targetFolders: readonly string[],
): Promise<Binaries> => {
  const program = join(binaries.folder, 'bin/postgres')
  if (mayReach(program, account) && mayRead(program, account)) return binaries
  for (const targetFolder of [...targetFolders, lastResort]) {
    if (targetFolder === lastResort) await mkdir(targetFolder, { recursive: true, mode: 0o755 })
    if (mayReach(targetFolder, account)) return { ...binaries, folder: await copyTo(targetFolder, binaries) }
  }
  throw new DatabaseProblem(
    `User ${account?.uid} may reach neither ${binaries.folder} nor ${lastResort}, and PostgreSQL does not run as root: ` +
      'move Busbar to a folder that everybody may enter, or set DATABASE_URL.',
  )
}

/** A copy appears whole or not at all, also for services that make the same one at the same time. */
const copyTo = async (targetFolder: string, { folder, version }: Binaries): Promise<string> => {
  const copy = join(targetFolder, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const part = `${copy}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await cp(folder, part, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await openAndSync(part)
  try {
    await rename(part, copy)
    await sync(dirname(copy))
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Readable for all, whatever the umask was; and it is on the disk before its name is. */
const openAndSync = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true })
  // At the same time, so that many files share one write of the journal.
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return openAndSync(path)
      if (!entry.isFile()) return
      await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
      await sync(path)
    }),
  )
  await chmod(folder, 0o755)
  await sync(folder)
}

const sync = async (path: string): Promise<void> => {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
