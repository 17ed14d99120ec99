/** Type of quantity, as far as it changes how a chart is drawn. */
export type QuantityKind = 'rate' | 'amount' | 'other'

/** Sum of a rate over an hour, with its unit. */
interface HourlySum {
  unit: string
  perHour: number
}

const sums: Readonly<Record<string, HourlySum>> = {
  W: { unit: 'Wh', perHour: 1 },
  kW: { unit: 'kWh', perHour: 1 },
  MW: { unit: 'MWh', perHour: 1 },
  VA: { unit: 'VAh', perHour: 1 },
  kVA: { unit: 'kVAh', perHour: 1 },
  var: { unit: 'varh', perHour: 1 },
  kvar: { unit: 'kvarh', perHour: 1 },
  'm³/h': { unit: 'm³', perHour: 1 },
  'm³/s': { unit: 'm³', perHour: 3600 },
  'l/h': { unit: 'l', perHour: 1 },
  'l/min': { unit: 'l', perHour: 60 },
  'l/s': { unit: 'l', perHour: 3600 },
  'kg/h': { unit: 'kg', perHour: 1 },
  't/h': { unit: 't', perHour: 1 },
}

const amounts: ReadonlySet<string> = new Set(
  'Wh kWh MWh GWh VAh kVAh MVAh varh kvarh Mvarh J kJ MJ GJ Gcal m³ l kg t'.split(' '),
)

/** Not added up, and still nothing where they are 0. */
const fromZero: ReadonlySet<string> = new Set(['A', 'mA', 'kA', '%'])

/** Units are typed by people: VAr and m3/h are what they seem. */
const plain = (unit: string): string =>
  unit
    .trim()
    .replace(/m3\b/, 'm³')
    .replace(/VAr/i, (found) => (found === 'VAR' || found === 'VAr' || found === 'var' ? 'var' : found))
    .replace(/^L\b/, 'l')

export const quantityOf = (unit = ''): QuantityKind =>
  plain(unit) in sums ? 'rate' : amounts.has(plain(unit)) ? 'amount' : 'other'

export const sumOf = (unit = ''): HourlySum | undefined => sums[plain(unit)]

/** Amounts of this part of the greatest, or less, are seen beside it: their axis begins at 0. */
const seenPart = 0.5

/**
 * Returns the range of an axis. Power and flow start at 0, so that heights can be compared; so does energy, except a
 * counter reading far from 0. Voltage, temperature and other quantities use their own range. Limits of alerts that are
 * near are included.
 */
export const axisRange = (
  unit: string | undefined,
  least: number,
  greatest: number,
  limits: readonly number[] = [],
): [min: number, max: number] => {
  const quantity = quantityOf(unit)
  const isFromZero =
    quantity === 'rate' ||
    fromZero.has(plain(unit ?? '')) ||
    (quantity === 'amount' && least >= 0 && least <= greatest * seenPart)
  const [low, high] = isFromZero ? [Math.min(0, least), Math.max(0, greatest)] : [least, greatest]
  const reach = high - low || Math.abs(high) * 0.1 || 1
  const near = limits.filter((limit) => limit >= low - reach && limit <= high + reach)
  const [min, max] = [Math.min(low, ...near), Math.max(high, ...near)]
  const margin = (max - min || reach) * 0.08
  return [isFromZero && min >= 0 ? 0 : min - margin, isFromZero && max <= 0 && min < 0 ? 0 : max + margin]
}
