import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { SecretsProblem } from './problem.ts'
import { keyBytes, newSealingKey, type SealingKey, sealingKey } from './seal.ts'

/** Default path of the key file. */
export const keyPath = (settings: { data: string; 'secrets-key-file'?: string | undefined }): string =>
  settings['secrets-key-file'] ?? join(settings.data, 'secrets.key')

/** More than any rotation leaves; beyond it the file is something else. */
const keysMax = 1000
const lineForm = /^[A-Za-z0-9+/]{43}=$/

export type KeyFileResult = { ok: SealingKey[] } | { err: string; isMissing: boolean }

/**
 * The encryption keys of an installation: one per line, 32 bytes in base64, the newest last. Older keys are kept for
 * old backups. Errors never quote the content.
 */
export class KeyFile {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  read(): KeyFileResult {
    try {
      return keysIn(readFileSync(this.path, 'utf8'))
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      return { err: code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`, isMissing: code === 'ENOENT' }
    }
  }

  /** Makes the file with one key, unless another was faster: theirs stays. */
  make(): void {
    makeFolder(dirname(this.path), 0o700)
    this.#write([newSealingKey()], (part) => {
      try {
        linkSync(part, this.path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(part)
      }
    })
  }

  /** The file is the old one or the new one, whenever the machine stops. The same accounts can read it as before. */
  replace(keys: readonly SealingKey[]): void {
    this.#write(keys, (part) => {
      const old = statSync(this.path, { throwIfNoEntry: false })
      if (old !== undefined) {
        chownSync(part, old.uid, old.gid)
        chmodSync(part, old.mode & 0o777)
      }
      renameSync(part, this.path)
    })
  }

  #write(keys: readonly SealingKey[], place: (part: string) => void): void {
    const part = `${this.path}.part-${randomUUID()}`
    try {
      const file = openSync(part, 'wx', 0o600)
      try {
        writeSync(file, keys.map(({ bytes }) => `${bytes.toString('base64')}\n`).join(''))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      place(part)
      syncFolder(dirname(this.path))
    } catch (error) {
      rmSync(part, { force: true })
      throw new SecretsProblem(`The key file ${this.path} cannot be written: ${(error as Error).message}.`)
    }
  }
}

/** Syncs the folder, so that the file name also survives a power failure. */
const syncFolder = (folder: string): void => {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

const keysIn = (text: string): KeyFileResult => {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  if (lines.length === 0) return { err: 'is empty', isMissing: false }
  if (lines.length > keysMax || !lines.every((line) => lineForm.test(line)))
    return { err: `is no key file: it takes a line of base64 for each key of ${keyBytes} bytes`, isMissing: false }
  return { ok: lines.map((line) => sealingKey(Buffer.from(line, 'base64'))) }
}
