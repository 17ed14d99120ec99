import { isDeepStrictEqual } from 'node:util'
import type { DataFolder } from '../../storage/data-folder.ts'
import type { EthernetSettings } from './settings.rules.ts'

const file = 'ethernet.json'

interface StoredEthernet {
  /** The confirmed settings of the interface. */
  readonly kept: EthernetSettings | null
  /** Settings that are not confirmed, or were reverted. */
  readonly refused: EthernetSettings | null
}

/** Confirmed settings of the interface, stored across restarts. An unreadable file counts as empty. */
export class EthernetMemory {
  readonly #folder: Pick<DataFolder, 'read' | 'save'>
  #stored: StoredEthernet = { kept: null, refused: null }

  constructor(folder: Pick<DataFolder, 'read' | 'save'>) {
    this.#folder = folder
    try {
      const { kept = null, refused = null } = JSON.parse(
        folder.read(file)?.toString('utf8') ?? '{}',
      ) as Partial<StoredEthernet>
      this.#stored = { kept, refused }
    } catch {
      // Saved settings are tried and reverted without a confirmation, as on a new gateway.
    }
  }

  get confirmed(): EthernetSettings | null {
    return this.#stored.kept
  }

  isConfirmed(settings: EthernetSettings): boolean {
    return isDeepStrictEqual(settings, this.#stored.kept)
  }

  isRefused(settings: EthernetSettings): boolean {
    return isDeepStrictEqual(settings, this.#stored.refused)
  }

  /** Throws where the disk does not take it: what is not remembered as tried could be tried after each power cut. */
  trying(settings: EthernetSettings): void {
    this.#set({ ...this.#stored, refused: settings })
  }

  confirm(settings: EthernetSettings): void {
    this.#set({ kept: settings, refused: null })
  }

  /** They are to be tried again. */
  forgetRefused(): void {
    if (this.#stored.refused !== null) this.#set({ ...this.#stored, refused: null })
  }

  #set(stored: StoredEthernet): void {
    this.#folder.save(file, JSON.stringify(stored))
    this.#stored = stored
  }
}
