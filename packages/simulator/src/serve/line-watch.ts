import { type Fault, isDown, kindOf, untilTurnMs } from '../faults/faults.ts'
import type { Plant, Site } from '../plant/plant.ts'

export interface LineEvents {
  /** No more data are read from the current connections. */
  onSilent(): void
  /** The connections there are end. */
  onDrop(): void
  /** The line may have come back. */
  onTurn?(): void
}

/** How the line of a site is just now, as its faults say: there or gone, and whether it has fallen silent. */
export class LineWatch {
  readonly #plant: Plant
  readonly #site: Site
  readonly #events: LineEvents
  #unwatch: () => void = () => {}
  #callOffTurn: (() => void) | null = null
  #isSilent = false

  constructor(plant: Plant, site: Site, events: LineEvents) {
    this.#plant = plant
    this.#site = site
    this.#events = events
  }

  start(): this {
    this.#unwatch = this.#plant.faults.watch(this.#site.id, () => this.#changed())
    this.#changed()
    return this
  }

  stop(): void {
    this.#unwatch()
    this.#callOffTurn?.()
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  get isGone(): boolean {
    const flapping = this.#fault('flapping')
    return flapping !== undefined && isDown(flapping.params, this.#plant.clock.now() - flapping.sinceMs)
  }

  #changed(): void {
    const wasSilent = this.#isSilent
    this.#isSilent = this.#fault('silent') !== undefined
    if (this.#isSilent) this.#events.onSilent()
    else if (wasSilent) this.#events.onDrop()
    this.#callOffTurn?.()
    this.#turn()
  }

  /** While the line flaps: drops every connection when it goes, and checks again at its next turn. */
  #turn(): void {
    const flapping = this.#fault('flapping')
    this.#callOffTurn = null
    if (flapping !== undefined) {
      if (this.isGone) this.#events.onDrop()
      const elapsedMs = this.#plant.clock.now() - flapping.sinceMs
      this.#callOffTurn = this.#plant.clock.after(untilTurnMs(flapping.params, elapsedMs), () => this.#turn())
    }
    if (!this.isGone) this.#events.onTurn?.()
  }

  #fault(link: 'silent' | 'flapping'): Fault | undefined {
    return this.#plant.faults.ofLine(this.#site.id).find(({ name }) => kindOf(name).link === link)
  }
}
