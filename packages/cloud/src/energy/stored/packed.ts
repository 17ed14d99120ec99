import { at } from '@busbar/kit'
import { type Decimal, digitsAt } from '@busbar/modbus/decimal'

/** Data of one step of time. */
export interface EnergyStep {
  /** Null where nothing is. */
  amount: Decimal | null
  /** The share of the time in which readings held: 1 where they did all the time. */
  coverage: number
}

export const emptyStep: EnergyStep = { amount: null, coverage: 0 }

/**
 * Steps as they are stored: `2:1234,,5~500000;7;` is 12.34, nothing, 0.05 and 0.07; the third covered to a half, the last of them not. All have
 * the same number of decimals, so that sums need whole numbers only.
 */
export const pack = (steps: readonly EnergyStep[]): string => {
  const scale = Math.max(0, ...steps.map(({ amount }) => (amount === null ? 0 : leastScale(amount))))
  const cells = steps.map(
    ({ amount, coverage }) => `${amount === null ? '' : digitsOf(amount, scale)}${coverText(coverage)}`,
  )
  return `${scale}:${cells.join('')}`
}

export const unpack = (packed: string): EnergyStep[] => {
  const steps: EnergyStep[] = []
  scan(`0:${packed}`, ({ scale, length, digits, bigs, states, parts }) => {
    for (let index = 0; index < length; index += 1) {
      const state = at(states, index)
      const value = bigs.get(index) ?? BigInt(at(digits, index))
      steps.push({
        amount: (state & known) === 0 ? null : { digits: value, scale },
        coverage: (state & covered) !== 0 ? 1 : (parts.get(index) ?? 0),
      })
    }
  })
  return steps
}

/** Bits of a step: the amount is known, and the time is covered. */
export const [known, covered] = [1, 2]

/** Steps that are packed together, in columns. There is only one: callers take what they need of it. */
export interface PackedRow {
  key: number
  scale: number
  /** How many steps. */
  length: number
  digits: Float64Array
  states: Uint8Array
  /** Digits that a double does not hold. */
  bigs: Map<number, bigint>
  /** The coverage of steps that are covered in part. */
  parts: Map<number, number>
}

/** Half-years have most. */
const stepsMax = 184
const row: PackedRow = {
  key: 0,
  scale: 0,
  length: 0,
  digits: new Float64Array(stepsMax),
  states: new Uint8Array(stepsMax),
  bigs: new Map(),
  parts: new Map(),
}
const [zero, nine, colon, comma, semicolon, minus, tilde] = [48, 57, 58, 44, 59, 45, 126]
/** In which parts are written. */
export const millionths = 1_000_000
/** Digits that fit into a double. */
const digitsMax = 15

/** Goes through packed rows with blanks between them, each after its key and a colon. Looks at each letter once: there may be millions. */
export const scan = (text: string, visit: (row: PackedRow) => void): void => {
  const { digits, states, bigs, parts } = row
  const end = text.length
  let place = 0
  const number = (): number => {
    let value = 0
    for (; place < end && text.charCodeAt(place) !== colon; place += 1)
      value = value * 10 + text.charCodeAt(place) - zero
    place += 1
    return value
  }
  while (place < end) {
    row.key = number()
    row.scale = number()
    bigs.clear()
    parts.clear()
    let index = 0
    let value = 0
    let from = place
    for (; place < end; place += 1) {
      const code = text.charCodeAt(place)
      if (code >= zero && code <= nine) {
        value = value * 10 + code - zero
      } else if (code === comma || code === semicolon) {
        if (place - from > digitsMax) bigs.set(index, BigInt(text.slice(from, place)))
        digits[index] = place > from && text.charCodeAt(from) === minus ? -value : value
        states[index] = (place > from ? known : 0) | (code === comma ? covered : 0)
        index += 1
        value = 0
        from = place + 1
      } else if (code === tilde) {
        const close = text.indexOf(';', place)
        parts.set(index, Number(text.slice(place + 1, close)) / millionths)
        if (place - from > digitsMax) bigs.set(index, BigInt(text.slice(from, place)))
        digits[index] = place > from && text.charCodeAt(from) === minus ? -value : value
        states[index] = place > from ? known : 0
        index += 1
        value = 0
        from = close + 1
        place = close
      } else if (code !== minus) break
    }
    row.length = index
    visit(row)
    place += 1
  }
}

/** An incomplete coverage is never rounded to complete. */
const coverText = (coverage: number): string => {
  if (coverage >= 1) return ','
  const part = Math.floor(coverage * millionths)
  return part > 0 ? `~${part};` : ';'
}

/** Without the noughts at its end. */
const leastScale = ({ digits, scale }: Decimal): number => {
  let [least, rest] = [scale, digits]
  while (least > 0 && rest % 10n === 0n) {
    rest /= 10n
    least -= 1
  }
  return least
}

const digitsOf = (amount: Decimal, scale: number): bigint =>
  amount.scale <= scale ? digitsAt(amount, scale) : amount.digits / 10n ** BigInt(amount.scale - scale)
