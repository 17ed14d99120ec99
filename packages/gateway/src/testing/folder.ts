import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Clock, VirtualClock } from '@busbar/kit'
import { type FileOperations, filesOf } from '../settings/store/files.ts'
import { DataFolder } from '../storage/data-folder.ts'
import { saveFile } from '../storage/save-file.ts'

/** Error that the disk throws at writes, such as `ENOSPC`; null when it works. */
export interface TestDisk {
  fault: string | null
}

const failIf = ({ fault }: TestDisk): void => {
  if (fault !== null) throw Object.assign(new Error(`${fault}: injected`), { code: fault })
}

/** Writes what is kept, while the disk takes it. */
export const writeUnless =
  (disk: TestDisk, write: typeof saveFile = saveFile): typeof saveFile =>
  (path, content) => {
    failIf(disk)
    write(path, content)
  }

/** The files of the settings, while the disk takes them. */
export const filesUnless = (disk: TestDisk, folder: string): FileOperations => {
  const files = filesOf(folder)
  return {
    ...files,
    write: async (name, text) => {
      failIf(disk)
      await files.write(name, text)
    },
  }
}

/** Data folder of a test. */
export const dataFolderIn = (
  path: string,
  clock: Clock = new VirtualClock(),
  disk: TestDisk = { fault: null },
): DataFolder => {
  const log = { error: () => {}, info: () => {} }
  return new DataFolder({ path, clock, log, write: writeUnless(disk) })
}

/** A folder of the test's own, gone with it. */
export const testFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-gateway-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
