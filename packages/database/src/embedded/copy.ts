import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseProblem } from '../problem.ts'
import { type Account, mayReach, mayRead } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Used only by root, if another user can access neither the checkout nor the data folder. */
const lastResort = '/var/lib/busbar'

/** Returns binaries that the account can run: these, or a copy in the first accessible target folder. */
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
    `User ${account?.uid} can access neither ${binaries.folder} nor ${lastResort}, and PostgreSQL does not run as root: ` +
      'move Busbar to a folder that all users can access, or set DATABASE_URL.',
  )
}

/** A copy appears complete or not at all, even if several services create it at once. */
const copyTo = async (targetFolder: string, { folder, version }: Binaries): Promise<string> => {
  const copy = join(targetFolder, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const part = `${copy}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  try {
    await cp(folder, part, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
    await openAndSync(part)
    await rename(part, copy)
    await sync(dirname(copy))
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Makes files readable for all, regardless of the umask, and syncs them before they are renamed. */
const openAndSync = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true })
  // Concurrent, so that many files share one journal write.
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
