import type { Condition } from '../alert.ts'

/** Whether bit `place` is set, in two's complement. Halves are no bits. */
const hasBit = (value: number, place: number): boolean => Math.floor(value / 2 ** place) % 2 !== 0

/** Whether a value meets a condition that looks at one value alone. `wasSo`: then the deadband keeps it. */
export function isMetBy({ kind, value: limit, deadband }: Condition, value: number, wasSo: boolean): boolean {
  const slack = wasSo ? deadband : 0
  switch (kind) {
    case 'g':
      return value > limit - slack
    case 'ge':
      return value >= limit - slack
    case 'l':
      return value < limit + slack
    case 'le':
      return value <= limit + slack
    case 'eq':
      return Math.abs(value - limit) <= deadband
    case 'neq':
      return Math.abs(value - limit) > deadband
    case 'bit-set':
      return hasBit(value, limit)
    case 'bit-clear':
      return !hasBit(value, limit)
    case 'change-over':
      return value > limit - slack
    case 'reading-error':
    case 'no-data':
    case 'net-down':
      return wasSo
  }
}
