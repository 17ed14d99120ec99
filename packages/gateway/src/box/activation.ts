import { isDeepStrictEqual } from 'node:util'
import type { DataFolder } from '../storage/data-folder.ts'

/** Activation facts reported by the cloud. */
export interface ActivationFacts {
  readonly infrastructureName: string
  readonly infrastructureShortUrl: string
  readonly domain: string
  readonly endpointId: string
  readonly endpointName: string
  readonly propertyId: string
  readonly propertyName: string
  readonly pin: string
  readonly hasBonusesEur: string
  /** Null when the gateway is not activated or the activation has ended. */
  readonly activeTill: string | null
  readonly supportEmail: string
}

const none: ActivationFacts = {
  infrastructureName: '',
  infrastructureShortUrl: '',
  domain: '',
  endpointId: '',
  endpointName: '',
  propertyId: '',
  propertyName: '',
  pin: '',
  hasBonusesEur: '',
  activeTill: null,
  supportEmail: '',
}

const file = 'activation.json'

interface Options {
  readonly folder: DataFolder
  readonly now: () => Date
}

/** The activation, stored across restarts. */
export class Activation {
  readonly #folder: DataFolder
  readonly #now: () => Date
  #facts = none

  constructor({ folder, now }: Options) {
    this.#folder = folder
    this.#now = now
  }

  start(): void {
    const stored = this.#folder.read(file)
    this.#facts = stored === undefined ? none : { ...none, ...(JSON.parse(stored.toString()) as ActivationFacts) }
  }

  /** Stores the activation that the cloud reports; one without an end is revoked. */
  set(facts: ActivationFacts): void {
    const next = facts.activeTill === null ? none : facts
    // Flash wears out by writing.
    if (isDeepStrictEqual(next, this.#facts)) return
    this.#folder.save(file, JSON.stringify(next))
    this.#facts = next
  }

  status(): ActivationFacts {
    const { activeTill } = this.#facts
    const isOver = activeTill !== null && Date.parse(activeTill) <= this.#now().getTime()
    return isOver ? { ...this.#facts, activeTill: null } : this.#facts
  }
}
