import { z } from 'zod'
import type { DataFolder } from '../../storage/data-folder.ts'

const file = 'modem.json'
const [pinsMax, cardsMax, sentMax] = [32, 16, 100]

const shape = z.object({
  /** Marks of PINs that a SIM did not take, the last at the end. */
  refusedPins: z.array(z.string()).default([]),
  /** The point of access that worked, by the number of the SIM. */
  worked: z.record(z.string(), z.string()).default({}),
  trafficBytes: z.number().min(0).default(0),
  /** When messages were sent, in milliseconds since 1970. */
  sentMs: z.array(z.number()).default([]),
})
type StoredModem = z.output<typeof shape>

/** Modem data that is stored across restarts. */
export class ModemMemory {
  readonly #folder: Pick<DataFolder, 'read' | 'save' | 'saveWhenPossible'>
  #stored: StoredModem

  constructor(folder: Pick<DataFolder, 'read' | 'save' | 'saveWhenPossible'>) {
    this.#folder = folder
    this.#stored = parse(folder.read(file)?.toString())
  }

  get refusedPins(): readonly string[] {
    return this.#stored.refusedPins
  }

  /** Records a PIN before it is tried, so that a power cut counts as an attempt. Throws when that cannot be saved. */
  pinIsTried(mark: string): void {
    const refusedPins = [...this.#stored.refusedPins.filter((one) => one !== mark), mark].slice(-pinsMax)
    const stored = { ...this.#stored, refusedPins }
    this.#folder.save(file, JSON.stringify(stored))
    this.#stored = stored
  }

  /** Clears the record: the PIN was accepted, or never sent. */
  pinIsUnspent(mark: string): void {
    this.#change({ refusedPins: this.#stored.refusedPins.filter((one) => one !== mark) })
  }

  workedFor(ccid: string): string | null {
    return this.#stored.worked[ccid] ?? null
  }

  saveWorked(ccid: string, name: string): void {
    if (this.#stored.worked[ccid] === name) return
    const others = Object.entries(this.#stored.worked).filter(([card]) => card !== ccid)
    this.#change({ worked: Object.fromEntries([...others, [ccid, name]].slice(-cardsMax)) })
  }

  get trafficBytes(): number {
    return this.#stored.trafficBytes
  }

  saveTraffic(trafficBytes: number): void {
    if (trafficBytes !== this.#stored.trafficBytes) this.#change({ trafficBytes })
  }

  get sentMs(): readonly number[] {
    return this.#stored.sentMs
  }

  saveSent(sentMs: readonly number[]): void {
    this.#change({ sentMs: sentMs.slice(-sentMax) })
  }

  #change(changes: Partial<StoredModem>): void {
    this.#stored = { ...this.#stored, ...changes }
    this.#folder.saveWhenPossible(file, JSON.stringify(this.#stored))
  }
}

/** Unreadable data counts as absent. Only the PIN matters, and the modem counts PIN attempts itself. */
const parse = (text: string | undefined): StoredModem => {
  try {
    return shape.parse(JSON.parse(text ?? '{}'))
  } catch {
    return shape.parse({})
  }
}
