import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUse, lockFolder } from '@busbar/database/embedded'

const prefix = 'busbar-verify-'
/** Who makes a folder has locked it by then. */
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
