/** A unit as a power of ten of its base unit: kWh is Wh with the exponent 3. */
export interface DecimalUnit {
  base: string
  exponent: number
}

const prefixes = ['', 'k', 'M', 'G', 'T']
const prefixed = /^([kMGT]?)(Wh|varh|VAh|W|var|VA|J)$/

const litre = (exponent: number): DecimalUnit => ({ base: 'l', exponent })
const volumes: ReadonlyMap<string, DecimalUnit> = new Map([
  ['ml', litre(-3)],
  ['l', litre(0)],
  ['L', litre(0)],
  ['dm3', litre(0)],
  ['dm³', litre(0)],
  ['hl', litre(2)],
  ['m3', litre(3)],
  ['m³', litre(3)],
  // Gas at standard conditions is a different quantity from the volume that a meter measures.
  ['Nm3', { base: 'Nm³', exponent: 0 }],
  ['Nm³', { base: 'Nm³', exponent: 0 }],
])

/** Returns the unit as a power of ten of its base unit, or null if it is not one. Units of the same base convert exactly. */
export const decimalUnitOf = (unit: string): DecimalUnit | null => {
  const [, prefix = '', base] = prefixed.exec(unit) ?? []
  return base === undefined ? (volumes.get(unit) ?? null) : { base, exponent: 3 * prefixes.indexOf(prefix) }
}
