import type { Condition, ReadValue } from '../alert.ts'
import { compareWithBand, hasBit } from './exact.rules.ts'

/** What a condition looks at: a value, or the change from `base` to it. `wasSo`: then the deadband keeps it. */
export function isMetBy(
  { kind, value: limit, deadband }: Condition,
  value: ReadValue,
  wasSo: boolean,
  base: ReadValue = 0,
): boolean {
  const slack = wasSo ? deadband : 0
  switch (kind) {
    case 'g':
    case 'change-over':
      return compareWithBand(value, base, limit, slack) > 0
    case 'ge':
      return compareWithBand(value, base, limit, slack) >= 0
    case 'l':
      return compareWithBand(value, base, limit, -slack) < 0
    case 'le':
      return compareWithBand(value, base, limit, -slack) <= 0
    case 'eq':
      return isWithin(value, limit, deadband)
    case 'neq':
      return !isWithin(value, limit, deadband)
    case 'bit-set':
      return hasBit(value, limit)
    case 'bit-clear':
      return !hasBit(value, limit)
    case 'reading-error':
    case 'no-data':
    case 'net-down':
      return wasSo
  }
}

const isWithin = (value: ReadValue, limit: number, deadband: number): boolean =>
  compareWithBand(value, 0, limit, deadband) >= 0 && compareWithBand(value, 0, limit, -deadband) <= 0
