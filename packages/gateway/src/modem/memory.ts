import { z } from 'zod'
import type { DataFolder } from '../storage/data-folder.ts'

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

/** What of the modem outlives a restart. */
export class ModemMemory {
  readonly #folder: Pick<DataFolder, 'read' | 'keep' | 'keepWhenPossible'>
  #kept: StoredModem

  constructor(folder: Pick<DataFolder, 'read' | 'keep' | 'keepWhenPossible'>) {
    this.#folder = folder
    this.#kept = parse(folder.read(file)?.toString())
  }

  get refusedPins(): readonly string[] {
    return this.#kept.refusedPins
  }

  /** Before a PIN is tried: if the power goes meanwhile, it has been. Throws where that cannot be kept. */
  pinIsTried(mark: string): void {
    const refusedPins = [...this.#kept.refusedPins.filter((one) => one !== mark), mark].slice(-pinsMax)
    const kept = { ...this.#kept, refusedPins }
    this.#folder.keep(file, JSON.stringify(kept))
    this.#kept = kept
  }

  /** It was taken, or was never seen. */
  pinIsUnspent(mark: string): void {
    this.#change({ refusedPins: this.#kept.refusedPins.filter((one) => one !== mark) })
  }

  workedFor(ccid: string): string | null {
    return this.#kept.worked[ccid] ?? null
  }

  keepWorked(ccid: string, name: string): void {
    if (this.#kept.worked[ccid] === name) return
    const others = Object.entries(this.#kept.worked).filter(([card]) => card !== ccid)
    this.#change({ worked: Object.fromEntries([...others, [ccid, name]].slice(-cardsMax)) })
  }

  get trafficBytes(): number {
    return this.#kept.trafficBytes
  }

  keepTraffic(trafficBytes: number): void {
    if (trafficBytes !== this.#kept.trafficBytes) this.#change({ trafficBytes })
  }

  get sentMs(): readonly number[] {
    return this.#kept.sentMs
  }

  keepSent(sentMs: readonly number[]): void {
    this.#change({ sentMs: sentMs.slice(-sentMax) })
  }

  #change(changes: Partial<StoredModem>): void {
    this.#kept = { ...this.#kept, ...changes }
    this.#folder.keepWhenPossible(file, JSON.stringify(this.#kept))
  }
}

/** What cannot be read counts as nothing: but for the PIN, nothing of it is dear, and of that the modem counts the tries. */
const parse = (text: string | undefined): StoredModem => {
  try {
    return shape.parse(JSON.parse(text ?? '{}'))
  } catch {
    return shape.parse({})
  }
}
