import { curves, strayShares, widthNumberMax, widthOf } from './curves.ts'

/** Number of states of a code, as a power of two: the resolution of probabilities. */
export const stateBits = 11
const states = 1 << stateBits

/** Value in `steps` for a stray instead of a residual. */
export const stray = 255
/** Value in `steps` for a residual of 0. */
export const middle = 64

/**
 * A code for residuals that are spread as a curve says, which spends on each as many bits as it is improbable, fractions of bits included
 * (asymmetric numeral systems, with tables). Residuals from -reach to reach have a symbol each; any other is a stray.
 */
export interface Code {
  reach: number
  /**
   * Decoding table by state: the residual plus `middle`, or `stray` (8 bits); the number of bits to read (4); the
   * number to add them to (12).
   */
  steps: Int32Array
  /** Encoding table by symbol: its number of states, and where they start in `nexts`. */
  counts: Uint16Array
  starts: Uint16Array
  nexts: Uint16Array
}

/** Cost of a code, which is enough to choose one without building its tables. */
export interface CodeCosts {
  reach: number
  /** Bits by symbol. */
  costs: Float64Array
}

const codes: Code[] = []
const costsOfCodes: CodeCosts[] = []
const perWidth = curves.length * strayShares.length
export const codesMax = (widthNumberMax + 1) * perWidth

/** Numbers codes by width, curve and share of strays. */
export const codeNumber = (width: number, curve: number, share: number): number =>
  width * perWidth + curve * strayShares.length + share

/** Returns a code, created at its first use and cached. */
export function codeOf(number: number): Code {
  const known = codes[number]
  if (known !== undefined) return known
  const code = codeFor(countsOf(number))
  codes[number] = code
  return code
}

/** Returns the cost of a code, cached. */
export function costsOf(number: number): CodeCosts {
  const known = costsOfCodes[number]
  if (known !== undefined) return known
  const counts = countsOf(number)
  const codeCosts = {
    reach: reachOf(counts),
    costs: Float64Array.from(counts, (count) => stateBits - Math.log2(count)),
  }
  costsOfCodes[number] = codeCosts
  return codeCosts
}

const reachOf = (counts: Uint16Array): number => (counts.length - 2) / 2

/** Number of states for each symbol: residuals in order, then the stray. */
function countsOf(number: number): Uint16Array {
  const width = widthOf(Math.floor(number / perWidth))
  const below = curves[Math.floor(number / strayShares.length) % curves.length] ?? curves[0]
  const strays = strayShares[number % strayShares.length] ?? 0
  const isIn = (residual: number): number => {
    if (below === undefined) return 0
    return (1 - strays) * (below((residual + 0.5) / width) - below((residual - 0.5) / width))
  }
  let reach = 1
  while (reach < middle - 1 && isIn(reach + 1) * states >= 0.5) reach += 1
  const counts = new Uint16Array(2 * reach + 2)
  let left = states
  for (let residual = -reach; residual <= reach; residual += 1) {
    const count = Math.max(1, Math.floor(isIn(residual) * states + 0.5))
    counts[residual + reach] = count
    left -= count
  }
  // The remainder, from residuals out of reach and from rounding, goes to the strays and finally to the middle
  // residual.
  const wanted = Math.max(1, Math.floor(strays * states))
  counts[2 * reach + 1] = wanted
  counts[reach] = (counts[reach] ?? 0) + left - wanted
  return counts
}

function codeFor(counts: Uint16Array): Code {
  const reach = reachOf(counts)
  const spread = spreadOf(counts)
  const starts = new Uint16Array(counts.length)
  for (let symbol = 1; symbol < counts.length; symbol += 1) {
    starts[symbol] = (starts[symbol - 1] ?? 0) + (counts[symbol - 1] ?? 0)
  }
  const steps = new Int32Array(states)
  const nexts = new Uint16Array(states)
  const nextCounts = Uint16Array.from(counts)
  for (let state = 0; state < states; state += 1) {
    const symbol = spread[state] ?? 0
    const place = nextCounts[symbol] ?? 0
    nextCounts[symbol] = place + 1
    const bits = stateBits - (31 - Math.clz32(place))
    const name = symbol === counts.length - 1 ? stray : symbol - reach + middle
    steps[state] = name | (bits << 8) | (((place << bits) - states) << 12)
    nexts[(starts[symbol] ?? 0) + place - (counts[symbol] ?? 0)] = state
  }
  return { reach, steps, counts, starts, nexts }
}

/** Spreads the states of each symbol evenly. */
function spreadOf(counts: Uint16Array): Uint8Array {
  const spread = new Uint8Array(states)
  const hop = (states >> 1) + (states >> 3) + 3
  let state = 0
  for (const [symbol, count] of counts.entries()) {
    for (let times = 0; times < count; times += 1) {
      spread[state] = symbol
      state = (state + hop) & (states - 1)
    }
  }
  return spread
}
