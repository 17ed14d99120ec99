import type { Figures } from './figures.ts'

/** The line's time: who takes how much of it, and how much is left. Shares are of the whole time, from 0 on. */
export interface Budget {
  load: number
  /** Load of one more device like the responsive ones; null if none responds. */
  perDevice: number | null
  withTenMore: number | null
  /** How many more fit before polls come late. */
  roomFor: number | null
  byUnit: ReadonlyMap<number, number>
}

/** Load above which polls wait for each other. */
const loadMax = 0.9
const roomMax = 1000

/** `depth`: requests that may be on their way at once. */
export const budgetOf = (units: ReadonlyMap<number, Figures>, spanMs: number, depth: number): Budget => {
  const shareOf = (busyMs: number): number => (spanMs <= 0 ? 0 : busyMs / spanMs / depth)
  const byUnit = new Map([...units].map(([unit, { busyMs }]) => [unit, shareOf(busyMs)]))
  const load = [...byUnit.values()].reduce((all, share) => all + share, 0)
  const answering = [...units.values()].filter(({ answers, timeouts }) => answers > timeouts)
  if (answering.length === 0) return { load, perDevice: null, withTenMore: null, roomFor: null, byUnit }
  const perDevice = answering.reduce((all, { busyMs }) => all + shareOf(busyMs), 0) / answering.length
  const roomFor = perDevice === 0 ? roomMax : Math.min(roomMax, Math.max(0, Math.floor((loadMax - load) / perDevice)))
  return { load, perDevice, withTenMore: load + 10 * perDevice, roomFor, byUnit }
}
