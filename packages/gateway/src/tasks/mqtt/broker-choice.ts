import type { DataFolder } from '../../storage/data-folder.ts'
import { type BrokerSettings, brokerOf } from './broker-settings.ts'

const file = 'mqtt.json'

/** Broker that tasks publish to: from the command line, or the configured one. */
export class BrokerChoice {
  readonly #folder: Pick<DataFolder, 'save' | 'remove'>
  /** Whether the command line names the broker, so that it cannot be changed. */
  readonly isFixed: boolean
  #settings: BrokerSettings | null

  constructor({
    folder,
    fixed,
  }: { folder: Pick<DataFolder, 'read' | 'save' | 'remove'>; fixed?: BrokerSettings | undefined }) {
    this.#folder = folder
    this.isFixed = fixed !== undefined
    this.#settings = fixed ?? parseStored(folder.read(file)?.toString())
  }

  get settings(): BrokerSettings | null {
    return this.#settings
  }

  /** Null for none. Throws `NotSaved` when it cannot be saved. */
  choose(settings: BrokerSettings | null): void {
    if (settings === null) this.#folder.remove(file)
    else this.#folder.save(file, JSON.stringify(settings))
    this.#settings = settings
  }
}

/** A damaged file loses only the broker. */
const parseStored = (text: string | undefined): BrokerSettings | null => {
  try {
    const read = brokerOf(JSON.parse(text ?? 'null'))
    return 'ok' in read ? read.ok : null
  } catch {
    return null
  }
}
