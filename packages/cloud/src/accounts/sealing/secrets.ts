import type { Queries } from '@busbar/database'
import type { KeyFileResult } from './key-file.ts'
import { SecretsProblem } from './problem.ts'
import { keyIdOf, open, type SealingKey, seal } from './seal.ts'

/** Seals a value for one place. */
export type Seal = (place: string, plain: Uint8Array) => Buffer

/**
 * Encrypts and decrypts secrets in the database. The database stores the ID of the current key, and the key file
 * contains the key.
 */
export class Secrets {
  readonly #file: { read(): KeyFileResult }
  #keys = new Map<string, SealingKey>()
  #newest: SealingKey | null = null

  constructor(file: { read(): KeyFileResult }) {
    this.#file = file
    this.#read()
  }

  /** Decrypts a value for its context; null if that fails. */
  open(place: string, sealed: Uint8Array): Buffer | null {
    const key = this.#key(keyIdOf(sealed) ?? '')
    return key === undefined ? null : open(key, place, sealed)
  }

  /** Is the key of this name here? */
  has(id: string): boolean {
    return this.#key(id) !== undefined
  }

  /**
   * For a transaction that has locked its rows, or their table, before: it then holds the key in use. Refuses where that is not here. The
   * first to seal something decides which it is, for all nodes.
   */
  async sealer(tx: Queries): Promise<Seal> {
    const id = (await keyInUse(tx)) ?? (await this.#claim(tx))
    const key = this.#key(id)
    if (key === undefined)
      throw new SecretsProblem(`Secrets cannot be stored: the key ${id} that seals them is not here.`)
    return (place, plain) => seal(key, place, plain)
  }

  async #claim(tx: Queries): Promise<string> {
    if (this.#newest === null) throw new SecretsProblem('Secrets cannot be stored before the service was started once.')
    await tx`insert into sealing_key (id) values (${this.#newest.id}) on conflict do nothing`
    return (await keyInUse(tx)) ?? ''
  }

  /** An unknown key causes the file to be read again, because the keys may have been rotated. */
  #key(id: string): SealingKey | undefined {
    if (!this.#keys.has(id)) this.#read()
    return this.#keys.get(id)
  }

  /** Known keys are kept while the file cannot be read. */
  #read(): void {
    const read = this.#file.read()
    if ('err' in read) return
    this.#keys = new Map(read.ok.map((key) => [key.id.toString('hex'), key]))
    this.#newest = read.ok.at(-1) ?? null
  }
}

/** In hexadecimal; null where nothing was ever sealed. In a transaction it is held, so that the key is not rotated meanwhile. */
export const keyInUse = async (tx: Queries): Promise<string | null> => {
  const [row] = await tx<{ id: Buffer }[]>`select id from sealing_key for share`
  return row === undefined ? null : Buffer.from(row.id).toString('hex')
}
