import { isDeepStrictEqual } from 'node:util'
import type { DataFolder } from '../storage/data-folder.ts'
import type { EthernetSettings } from './settings.rules.ts'

const file = 'ethernet.json'

interface StoredEthernet {
  /** What the interface is, as confirmed. */
  readonly kept: EthernetSettings | null
  /** What was not confirmed, or not yet. */
  readonly refused: EthernetSettings | null
}

/** Which settings of the interface have proven themselves, over restarts. A file that cannot be read is as none. */
export class EthernetMemory {
  readonly #folder: Pick<DataFolder, 'read' | 'keep'>
  #known: StoredEthernet = { kept: null, refused: null }

  constructor(folder: Pick<DataFolder, 'read' | 'keep'>) {
    this.#folder = folder
    try {
      const { kept = null, refused = null } = JSON.parse(
        folder.read(file)?.toString('utf8') ?? '{}',
      ) as Partial<StoredEthernet>
      this.#known = { kept, refused }
    } catch {
      // As on a new gateway: what is saved is tried, and comes back if it is not confirmed.
    }
  }

  get kept(): EthernetSettings | null {
    return this.#known.kept
  }

  isKept(settings: EthernetSettings): boolean {
    return isDeepStrictEqual(settings, this.#known.kept)
  }

  isRefused(settings: EthernetSettings): boolean {
    return isDeepStrictEqual(settings, this.#known.refused)
  }

  /** Throws where the disk does not take it: what is not remembered as tried could be tried after each power cut. */
  trying(settings: EthernetSettings): void {
    this.#set({ ...this.#known, refused: settings })
  }

  keep(settings: EthernetSettings): void {
    this.#set({ kept: settings, refused: null })
  }

  /** They are to be tried again. */
  forgetRefused(): void {
    if (this.#known.refused !== null) this.#set({ ...this.#known, refused: null })
  }

  #set(known: StoredEthernet): void {
    this.#folder.keep(file, JSON.stringify(known))
    this.#known = known
  }
}
