import { closeSync, lstatSync, openSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { nameOfFolder } from '../../storage/lock-folder.ts'

/** Where a door is, until it is released. */
export interface ControlPath {
  readonly path: string
  readonly release: () => void
}

/** What the system has room for in the name of a socket, with some to spare. */
const pathMax = 100
const writableByOthers = 0o022

/** In the data folder, which only its owner opens. A name too long for a socket goes by way of the open folder. */
export const controlIn = (folder: string): ControlPath => {
  const path = join(folder, 'control')
  if (path.length <= pathMax) return { path, release: () => undefined }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/control`, release: () => closeSync(opened) }
}

/**
 * For a data folder that cannot be written: in the folder that the service manager gives to the program (RUNTIME_DIRECTORY), else in one
 * for temporary files. Null where that belongs to a user whom the owner of the data does not trust, as everybody may make one there.
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
