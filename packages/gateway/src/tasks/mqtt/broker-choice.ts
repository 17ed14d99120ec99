import type { DataFolder } from '../../storage/data-folder.ts'
import { type BrokerSettings, brokerOf } from './broker-settings.ts'

const file = 'mqtt.json'

/** Which broker tasks tell: the one that the program was given, or else the one that was set here. */
export class BrokerChoice {
  readonly #folder: Pick<DataFolder, 'save' | 'remove'>
  /** It was given to the program, and is not ours to change. */
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

  /** Null for none. Throws `NotSaved` where it cannot be kept. */
  choose(settings: BrokerSettings | null): void {
    if (settings === null) this.#folder.remove(file)
    else this.#folder.save(file, JSON.stringify(settings))
    this.#settings = settings
  }
}

/** A file that is damaged costs the broker, and nothing else. */
const parseStored = (text: string | undefined): BrokerSettings | null => {
  try {
    const read = brokerOf(JSON.parse(text ?? 'null'))
    return 'ok' in read ? read.ok : null
  } catch {
    return null
  }
}
