import { type Clock, monotonicClock } from '@busbar/kit'
import { createDevice, type SimulatedDevice } from '../devices/device.ts'
import { FaultBoard } from '../faults/board.ts'
import { type PlantDescription, plantProblem, type SiteDescription } from './description.ts'

export interface PlantOptions {
  clock?: Clock
  /** The simulated time at the start, in milliseconds since 1970. */
  startMs?: number
  /** How many simulated seconds pass in a real one. */
  speed?: number
}

/** A running plant: its sites and the faults that are on. Devices come to life when they are first asked. */
export class Plant {
  readonly description: PlantDescription
  readonly clock: Clock
  readonly faults: FaultBoard
  readonly #sites = new Map<string, Site>()

  constructor(description: PlantDescription, options: PlantOptions = {}) {
    const problem = plantProblem(description)
    if (problem !== null) throw new RangeError(problem)
    const { clock = monotonicClock, startMs = Date.now(), speed = 1 } = options
    if (!(speed >= 0 && speed <= 1_000_000)) throw new RangeError('speed must be from 0 to 1,000,000')
    this.description = description
    this.clock = clock
    this.faults = new FaultBoard(clock, (target) => this.#knows(target))
    const bornMs = clock.now()
    const time = (): number => startMs + (clock.now() - bornMs) * speed
    for (const site of description.sites) this.#sites.set(site.id, new Site(site, description.seed, time))
  }

  get sites(): Iterable<Site> {
    return this.#sites.values()
  }

  site(id: string): Site {
    const site = this.#sites.get(id)
    if (site === undefined) throw new RangeError(`${this.description.name} has no site ${id}`)
    return site
  }

  #knows(target: string): boolean {
    const [id = '', unit] = target.split('/')
    const site = this.#sites.get(id)
    return site !== undefined && (unit === undefined || site.has(Number(unit)))
  }
}

/** A site with its devices by unit. */
export class Site {
  readonly description: SiteDescription
  readonly #seed: string
  readonly #time: () => number
  readonly #devices = new Map<number, SimulatedDevice>()

  constructor(description: SiteDescription, seed: string, time: () => number) {
    this.description = description
    this.#seed = seed
    this.#time = time
  }

  get id(): string {
    return this.description.id
  }

  has(unit: number): boolean {
    return this.description.devices.some((device) => device.unit === unit)
  }

  /** The device at a unit, made at its first use; undefined where there is none. */
  device(unit: number): SimulatedDevice | undefined {
    const known = this.#devices.get(unit)
    if (known !== undefined) return known
    const described = this.description.devices.find((device) => device.unit === unit)
    if (described === undefined) return undefined
    const device = createDevice({ sku: described.sku, seed: `${this.#seed}/${this.id}/${unit}`, time: this.#time })
    this.#devices.set(unit, device)
    return device
  }

  /** All devices, as a broadcast reaches them. */
  *all(): Iterable<SimulatedDevice> {
    for (const { unit } of this.description.devices) {
      const device = this.device(unit)
      if (device !== undefined) yield device
    }
  }
}
