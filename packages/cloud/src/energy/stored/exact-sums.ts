import { at, missingElement } from '@busbar/kit'
import { add, type Decimal, divide, multiply } from '@busbar/modbus/decimal'
import { known, type PackedRow } from './packed.ts'

/** Numbers of one scale and factor, added up for each segment. */
export class SumGroup {
  readonly scale: number
  readonly factor: Decimal
  readonly isPower: boolean
  readonly #isKnown: Uint8Array
  readonly #sums: Float64Array
  /** Parts of sums beyond the whole numbers of a double. */
  readonly #rest = new Map<number, bigint>()

  constructor(scale: number, factor: Decimal, isPower: boolean, isKnown: Uint8Array) {
    this.scale = scale
    this.factor = factor
    this.isPower = isPower
    this.#isKnown = isKnown
    this.#sums = new Float64Array(isKnown.length)
  }

  /** Adds all that is known of a row to the segments that its steps belong to; -1 is none. */
  addRow({ length, digits, states, bigs }: PackedRow, segments: Int32Array): void {
    // A row is never longer than its segments. There may be millions of steps, so the loop does without `at`.
    for (let index = 0; index < length; index += 1) {
      const segment = segments[index] ?? -1
      if (segment < 0 || ((states[index] ?? missingElement(states, index)) & known) === 0) continue
      this.#isKnown[segment] = 1
      const digit = digits[index] ?? missingElement(digits, index)
      const sum = (this.#sums[segment] ?? missingElement(this.#sums, segment)) + digit
      if (Math.abs(sum) <= Number.MAX_SAFE_INTEGER && !bigs.has(index)) this.#sums[segment] = sum
      else this.#addBig(segment, bigs.get(index) ?? BigInt(digit))
    }
  }

  at(segment: number): Decimal {
    const digits = BigInt(at(this.#sums, segment)) + (this.#rest.get(segment) ?? 0n)
    return multiply({ digits, scale: this.scale }, this.factor)
  }

  #addBig(segment: number, digits: bigint): void {
    this.#rest.set(segment, (this.#rest.get(segment) ?? 0n) + digits)
  }
}

const nothing: Decimal = { digits: 0n, scale: 0 }
const hourMs: Decimal = { digits: 3_600_000n, scale: 0 }
/** Significant digits of a quotient: more than a double has. */
const precision = 20

/** Exact sums, one for each segment. Nearly all that is added are whole numbers of few groups, so that a million takes milliseconds. */
export class ExactSums {
  readonly #isKnown: Uint8Array
  readonly #groups = new Map<string, SumGroup>()

  constructor(segmentCount: number) {
    this.#isKnown = new Uint8Array(segmentCount)
  }

  /** For numbers of this scale, each to be multiplied. Power is given as power x milliseconds. */
  group(scale: number, factor: Decimal, isPower: boolean): SumGroup {
    const key = `${scale} ${factor.digits} ${factor.scale} ${isPower}`
    const group = this.#groups.get(key) ?? new SumGroup(scale, factor, isPower, this.#isKnown)
    this.#groups.set(key, group)
    return group
  }

  /** Forgets what was added, which has no sum: units differ. */
  clear(): void {
    this.#isKnown.fill(0)
  }

  /** Null where nothing was added. */
  at(segment: number): Decimal | null {
    if (this.#isKnown[segment] !== 1) return null
    let [energy, product] = [nothing, nothing]
    for (const group of this.#groups.values()) {
      if (group.isPower) product = add(product, group.at(segment))
      else energy = add(energy, group.at(segment))
    }
    return product.digits === 0n ? energy : divide(add(multiply(energy, hourMs), product), hourMs, precision)
  }
}
