import { closeSync, lstatSync, openSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { nameOfFolder } from '../../storage/lock-folder.ts'

/** A socket path that stays reserved until it is released. */
export interface ControlPath {
  readonly path: string
  readonly release: () => void
}

/** Longest socket path that the system accepts, with a margin. */
const pathMax = 100
const writableByOthers = 0o022

/** Path in the data folder, which only its owner can open. A path too long for a socket uses the open folder. */
export const controlIn = (folder: string): ControlPath => {
  const path = join(folder, 'control')
  if (path.length <= pathMax) return { path, release: () => undefined }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/control`, release: () => closeSync(opened) }
}

/**
 * Returns the path for a data folder that cannot be written: in the folder of the service manager (RUNTIME_DIRECTORY),
 * or in one for temporary files. Null when that folder belongs to a user whom the data's owner does not trust, because
 * any user may create it.
 */
export const runtimeControlPath = (folder: string, isMaking: boolean): ControlPath | null => {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? ownUid
  const [runtimeFolder] = process.env['RUNTIME_DIRECTORY']?.split(':') ?? []
  const folderPath = runtimeFolder ?? join(tmpdir(), `busbar-gateway-${owner}`)
  if (isMaking) makeFolder(folderPath, 0o700)
  const found = lstatSync(folderPath, { throwIfNoEntry: false })
  const isOurs = found?.isDirectory() === true && [0, ownUid, owner].includes(found.uid)
  if (!isOurs || (found.mode & writableByOthers) !== 0) return null
  return { path: join(folderPath, `control-${nameOfFolder(folder)}`), release: () => undefined }
}

const ownUid = process.getuid?.() ?? 0
