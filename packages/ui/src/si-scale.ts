/** Unit in which numbers are shown. They are divided by ten to the power of `power`. */
export interface Scale {
  power: number
  unit: string
}

/** More digits of a measured value only flicker. */
export const significantDigits = 5

/** Numbers from here on get the next prefix, or an exponent where their unit takes no prefix. */
const prefixFrom = 1000
const exponentFrom = 1e7

const prefixes: ReadonlyMap<string, number> = new Map(Object.entries({ m: -3, '': 0, k: 3, M: 6, G: 9, T: 12 }))
const powerMax = 12
/** A megagram is a tonne, which has a name of its own. */
const powerMaxOf: Readonly<Record<string, number>> = { g: 3 }

/**
 * Units that engineers use with prefixes. Percent, degrees, revolutions, cubic metres, currencies and unknown units keep their name: a kilodegree
 * and a km³ would mislead.
 */
const prefixable = /^([mkMGT]?)(Wh|W|VAh|VA|VArh|VAr|VARh|VAR|varh|var|Ah|A|V|Hz|Pa|J|cal|g|N|Ω)$/

interface PrefixedUnit {
  base: string
  power: number
}

const prefixedUnit = (unit: string): PrefixedUnit | null => {
  const [, prefix = '', base] = prefixable.exec(unit.trim()) ?? []
  const power = prefixes.get(prefix)
  return power === undefined || base === undefined ? null : { base, power }
}

const withPower = ({ base, power }: PrefixedUnit, added: number): string => {
  const found = [...prefixes].find(([, one]) => one === power + added)
  return `${found?.[0] ?? ''}${base}`
}

/** Powers of ten that a unit can be raised by, from 0 on. */
const powersOf = (unit: string): number[] => {
  const found = prefixedUnit(unit)
  const steps = found === null ? 0 : Math.max(0, ((powerMaxOf[found.base] ?? powerMax) - found.power) / 3)
  return Array.from({ length: steps + 1 }, (_, step) => step * 3)
}

const greatestOf = (values: readonly number[]): number =>
  values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0)

/** Unit for values that are shown together: the same for all, chosen by the greatest. */
export const scaleOf = (unit: string | null | undefined, ...values: readonly number[]): Scale => {
  const name = unit ?? ''
  const greatest = greatestOf(values)
  const power =
    powersOf(name).find((one) => Number((greatest / 10 ** one).toPrecision(significantDigits)) < prefixFrom) ??
    powersOf(name).at(-1) ??
    0
  return scaledBy(name, power)
}

const scaledBy = (unit: string, power: number): Scale => {
  const found = prefixedUnit(unit)
  if (power === 0) return { power, unit }
  return { power, unit: found === null ? `${exponentText(power)} ${unit}`.trim() : withPower(found, power) }
}

/** `10⁶` */
const exponentText = (power: number): string =>
  `10${Array.from(String(power), (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '').join('')}`

/** Labels of an axis with more decimals are slower to read than labels with more whole digits. */
const tickDecimalsMax = 3

/** Scale and decimals of an axis, with which neighbouring ticks differ. */
export const tickScale = (ticks: readonly number[], unit: string): { scale: Scale; decimals: number } => {
  const greatest = greatestOf(ticks)
  const step = leastStep(ticks)
  const candidates = powersFor(unit, greatest).map((power) => ({
    power,
    decimals: decimalsFor(ticks, step / 10 ** power, power),
  }))
  const found = candidates.find(({ decimals }) => decimals <= tickDecimalsMax) ?? candidates.at(-1)
  return { scale: scaledBy(unit, found?.power ?? 0), decimals: found?.decimals ?? 0 }
}

/** From the one that fits the greatest down to the unit itself. */
const powersFor = (unit: string, greatest: number): number[] => {
  if (prefixedUnit(unit) !== null) {
    const { power } = scaleOf(unit, greatest)
    return powersOf(unit)
      .filter((one) => one <= power)
      .toReversed()
  }
  const exponent = greatest === 0 ? 0 : Math.floor(Math.log10(greatest) / 3) * 3
  return greatest >= exponentFrom ? Array.from({ length: exponent / 3 + 1 }, (_, step) => exponent - step * 3) : [0]
}

const leastStep = (ticks: readonly number[]): number => {
  const [first = 0, ...others] = ticks
  const steps: number[] = []
  let before = first
  for (const tick of others) {
    if (tick !== before) steps.push(Math.abs(tick - before))
    before = tick
  }
  return steps.length === 0 ? Math.abs(first) : Math.min(...steps)
}

const decimalsMax = 20
/** A tick is rounded by no more than this part of a step. */
const roundedPart = 1e-3

const decimalsFor = (ticks: readonly number[], step: number, power: number): number => {
  const exact = (decimals: number): boolean =>
    ticks.every((tick) => {
      const value = tick / 10 ** power
      return Math.abs(Number(value.toFixed(decimals)) - value) <= step * roundedPart
    })
  let decimals = 0
  while (decimals < decimalsMax && !exact(decimals)) decimals += 1
  return decimals
}
