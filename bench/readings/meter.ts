/** How many parameters a meter has. */
export const paramsPerMeter = 20
/** Between two polls. */
export const periodMs = 15_000

type Random = () => number

/**
 * A three-phase meter, always the same for the same seed: loads that wander and are switched, voltages and a frequency that hover, counters
 * that only grow, temperatures that lag behind. Values have as many decimals as such meters show.
 */
export class Meter {
  readonly #random: Random
  readonly #means: number[]
  readonly #voltages = [230, 231, 229]
  readonly #loads: number[]
  readonly #energies: number[]
  #temperature = 35
  #ambient = 20

  constructor(seed: number) {
    this.#random = mulberry(seed)
    this.#means = [0, 1, 2].map(() => 2 + 30 * this.#random())
    this.#loads = [...this.#means]
    this.#energies = [0, 1, 2].map(() => 100_000 * this.#random())
  }

  /** The next poll: three voltages, currents, powers, reactive powers and energies, five sums of them, two temperatures. */
  next(): number[] {
    const phases = [0, 1, 2].map((phase) => this.#phase(phase))
    const sum = (of: (phase: Phase) => number): number => phases.reduce((all, phase) => all + of(phase), 0)
    const active = sum(({ p }) => p)
    const reactive = sum(({ q }) => q)
    this.#temperature += (25 + active - this.#temperature) * 0.01 + 0.05 * bell(this.#random)
    this.#ambient += (20 - this.#ambient) * 0.001 + 0.02 * bell(this.#random)
    return [
      ...phases.map(({ u }) => decimals(u, 10)),
      ...phases.map(({ i }) => decimals(i, 100)),
      ...phases.map(({ p }) => decimals(p, 1000)),
      ...phases.map(({ q }) => decimals(q, 1000)),
      ...this.#energies.map((energy) => decimals(energy, 100)),
      decimals(active, 1000),
      decimals(active / Math.hypot(active, reactive), 1000),
      decimals(50 + 0.02 * bell(this.#random), 100),
      decimals(this.#temperature, 10),
      decimals(this.#ambient, 10),
    ]
  }

  #phase(phase: number): Phase {
    const random = this.#random
    const mean = this.#means[phase] ?? 0
    let load = this.#loads[phase] ?? 0
    load += (mean - load) * 0.02
    // Something is switched on or off every ten minutes or so.
    if (random() < 0.025) load = mean * (0.3 + 1.4 * random())
    this.#loads[phase] = load
    const was = this.#voltages[phase] ?? 0
    const u = was + (230 - was) * 0.02 + 0.15 * bell(random)
    this.#voltages[phase] = u
    const i = load * (1 + 0.003 * bell(random))
    const p = (u * i * 0.93) / 1000
    this.#energies[phase] = (this.#energies[phase] ?? 0) + (p * periodMs) / 3_600_000
    return { u, i, p, q: p * (0.35 + 0.005 * bell(random)) }
  }
}

interface Phase {
  u: number
  i: number
  p: number
  q: number
}

const decimals = (value: number, scale: number): number => Math.round(value * scale) / scale

/** About as a normal distribution of width 1. */
const bell = (random: Random): number => 2 * (random() + random() + random() - 1.5)

/** From 0 up to but not 1, the same for the same seed. */
const mulberry = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
