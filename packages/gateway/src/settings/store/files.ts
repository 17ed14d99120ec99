import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import type { DataFolder } from '../../storage/data-folder.ts'
import { removeIfPossible } from '../../storage/save-file.ts'

/** File operations of a folder in single steps: the power may fail between any two. */
export interface FileOperations {
  makeFolder(): Promise<void>
  /** Undefined when the file does not exist. */
  read(name: string): Promise<string | undefined>
  /** Creates or truncates the file. */
  write(name: string, text: string): Promise<void>
  sync(name: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  syncFolder(): Promise<void>
}

const ownerOnly = 0o600

/** The real ones. */
export const filesOf = (folder: string): FileOperations => {
  const using = async (path: string, flags: string, act: (file: Awaited<ReturnType<typeof open>>) => Promise<void>) => {
    const file = await open(path, flags, ownerOnly)
    try {
      await act(file)
    } finally {
      await file.close()
    }
  }
  return {
    async makeFolder() {
      makeFolder(folder, 0o700)
    },
    async read(name) {
      try {
        return await readFile(join(folder, name), 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async write(name, text) {
      const path = join(folder, name)
      try {
        await using(path, 'w', async (file) => {
          // A file that was left there may be open to others.
          await file.chmod(ownerOnly)
          await file.writeFile(text)
        })
      } catch (error) {
        removeIfPossible(path)
        throw error
      }
    },
    sync: (name) => using(join(folder, name), 'r+', (file) => file.sync()),
    rename: (from, to) => rename(join(folder, from), join(folder, to)),
    syncFolder: () => using(folder, 'r', (file) => file.sync()),
  }
}

const settingsFile = 'settings.json'
const versionFile = 'version'
const fileOf = (version: number): string => `settings.${version}.json`

/**
 * A newer version starts with the settings of the previous one. An older version that returns gets its own settings
 * back, because it may not understand the newer ones.
 */
export const saveSettingsOfVersions = (
  folder: Pick<DataFolder, 'read' | 'saveWhenPossible'>,
  version: number,
): void => {
  const ran = Number(folder.read(versionFile)?.toString('utf8') ?? version)
  const found = folder.read(version < ran ? fileOf(version) : settingsFile)
  if (version > ran && found !== undefined) folder.saveWhenPossible(fileOf(ran), found)
  if (version < ran && found !== undefined) folder.saveWhenPossible(settingsFile, found)
  if (version !== ran || folder.read(versionFile) === undefined) folder.saveWhenPossible(versionFile, `${version}\n`)
}
