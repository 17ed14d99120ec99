import { createHash } from 'node:crypto'
import type { FileOperations } from './files.ts'

/** Data that is stored across restarts. */
export interface StoredState {
  /** When they were last changed; null on a new device. */
  readonly modifyOn: string | null
  /** True if the owner has seen the administrator's password; a generated one is shown until then. */
  readonly isPasswordTold: boolean
  /** True if a user has chosen the administrator's password; earlier releases did not store it. */
  readonly isPasswordOwn?: boolean
  readonly settings: Readonly<Record<string, unknown>>
}

/** Neither generation can be read. The device must not go on as if it were new: it would be open to the first caller. */
export class SettingsDamaged extends Error {
  override name = 'SettingsDamaged'
}

const current = 'settings.json'
const previous = 'settings.old.json'
const coming = 'settings.new.json'

const encode = (state: StoredState): string => {
  const body = JSON.stringify(state)
  return `${body}\n${createHash('sha256').update(body).digest('hex')}\n`
}

/** Decodes a file that is complete to the last byte. */
const decode = (text: string): StoredState | undefined => {
  const end = text.indexOf('\n')
  if (end < 0) return undefined
  const body = text.slice(0, end)
  const sum = createHash('sha256').update(body).digest('hex')
  return text === `${body}\n${sum}\n` ? (JSON.parse(body) as StoredState) : undefined
}

/** Stores the settings and their previous generation: one of the two files is complete at any moment. */
export class Generations {
  readonly #files: FileOperations

  constructor(files: FileOperations) {
    this.#files = files
  }

  /** Undefined on a new device. */
  async read(): Promise<{ state: StoredState; isPrevious: boolean } | undefined> {
    const newest = await this.#try(current)
    if (typeof newest === 'object') return { state: newest, isPrevious: false }
    const older = await this.#try(previous)
    if (typeof older === 'object') return { state: older, isPrevious: true }
    if (newest === 'is not there' && older === 'is not there') return undefined
    throw new SettingsDamaged(
      `no settings can be read: ${current} ${newest}, ${previous} ${older}. ` +
        'Put a copy in their place, or remove both files to begin as a new device.',
    )
  }

  /** When this is done, the settings outlive a power cut; until then those before them do. */
  async write(state: StoredState): Promise<void> {
    await this.#files.makeFolder()
    await this.#files.write(coming, encode(state))
    await this.#files.sync(coming)
    // A damaged file must not push out the good one behind it.
    if (typeof (await this.#try(current)) === 'object') await this.#files.rename(current, previous)
    await this.#files.rename(coming, current)
    await this.#files.syncFolder()
  }

  async #try(name: string): Promise<StoredState | string> {
    try {
      const text = await this.#files.read(name)
      if (text === undefined) return 'is not there'
      return decode(text) ?? 'is damaged'
    } catch (error) {
      return `cannot be read (${(error as Error).message})`
    }
  }
}
