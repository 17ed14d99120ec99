import type { HourBounds } from '../readings/history/packed-days.ts'

const none = new Float64Array(0)

/** Of a history that is hot. */
export const noHours: HourBounds = {
  count: none,
  firstOn: none,
  first: none,
  lastOn: none,
  last: none,
  min: none,
  max: none,
}
