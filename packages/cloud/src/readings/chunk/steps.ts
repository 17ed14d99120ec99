// The loops that are nearly all of what reading costs. Each is a function of its own with its numbers in local variables, and
// where they fit in 32 bits it says so: the engine adds integers that it keeps in doubles at a quarter of the speed.

const int32End = 2 ** 31

/** Fills `walk` from one place up to another with integers over `power`, each `step` more than the one before. */
export function climb(
  walk: Float64Array,
  from: number,
  till: number,
  before: number,
  step: number,
  power: number,
): void {
  let integer = before
  for (let index = from; index < till; index += 1) {
    integer += step
    walk[index] = integer / power
  }
}

/** Whether steps of so many bits, counted from `least`, stay within 32 bits. */
export const isSmall = (count: number, before: number, least: number, width: number): boolean =>
  Math.abs(before) + count * (Math.abs(least) + 2 ** width) < int32End

/** As `climb`, but each step is `least` and as much as the next `width` bits say. The answer is the last integer. */
export function unpackSmall(
  walk: Float64Array,
  from: number,
  till: number,
  before: number,
  least: number,
  power: number,
  view: DataView,
  at: number,
  width: number,
): number {
  const mask = (1 << width) - 1
  const base = least | 0
  let integer = before | 0
  let bit = at << 3
  for (let index = from | 0; index < (till | 0); index = (index + 1) | 0) {
    const token = (view.getInt32(bit >> 3, true) >>> (bit & 7)) & mask
    integer = (integer + base + token) | 0
    walk[index] = integer / power
    bit = (bit + width) | 0
  }
  return integer
}

/** The same for integers of any size, and in units. */
export function unpack(
  walk: Float64Array,
  from: number,
  till: number,
  before: number,
  least: number,
  power: number,
  view: DataView,
  at: number,
  width: number,
  unit: number,
): number {
  const mask = (1 << width) - 1
  let integer = before
  let bit = at << 3
  for (let index = from; index < till; index += 1) {
    const token = (view.getInt32(bit >> 3, true) >>> (bit & 7)) & mask
    integer += least + token * unit
    walk[index] = integer / power
    bit += width
  }
  return integer
}
