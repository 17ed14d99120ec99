export interface UnitHealth {
  readonly uid: number
  readonly failedInRow: number
  readonly strip: readonly StripCell[]
  /** Why answers could not be trusted. */
  readonly disturbance?: { readonly cause: 'ForeignTraffic' | 'DuplicateUnit' } | null
}

/** The most likely problem of the line; `good` without any. */
export type Verdict =
  | { readonly kind: 'nobody' | 'good' | 'allSilent' | 'noisyLine' }
  | {
      readonly kind: 'foreignTraffic' | 'duplicateUnit' | 'silentUnit' | 'noisyUnit' | 'slowUnit' | 'refusingUnit'
      readonly uid: number
      readonly percent: number
    }

/** Cells at the end of a row that are evaluated. */
const cellsOfHours = 8
const noisyFrom = 0.02
const slowFrom = 0.02
const silentAfter = 3

interface UnitSums {
  readonly uid: number
  readonly requests: number
  readonly timeouts: number
  readonly damaged: number
  readonly exceptions: number
  readonly isSilent: boolean
  readonly disturbance: UnitHealth['disturbance']
}

const sumsOf = ({ uid, failedInRow, strip, disturbance }: UnitHealth): UnitSums => {
  const cells = strip.slice(-cellsOfHours).filter((cell) => cell !== null)
  const sum = (at: 0 | 1 | 2 | 3): number => cells.reduce((all, cell) => all + cell[at], 0)
  const [answered, timeouts, damaged, exceptions] = [sum(0), sum(1), sum(2), sum(3)]
  const requests = answered + timeouts + damaged + exceptions
  return {
    uid,
    requests,
    timeouts,
    damaged,
    exceptions,
    disturbance,
    isSilent: failedInRow >= silentAfter && damaged * 2 < timeouts + 1,
  }
}

const percent = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10

/**
 * Derives the cause of problems from the answers of each unit in the last two hours: a bad cable affects all units, a
 * bad device only itself.
 */
export const verdictsOf = (units: readonly UnitHealth[]): Verdict[] => {
  const active = units.map(sumsOf).filter((one) => one.requests > 0)
  if (active.length === 0) return [{ kind: 'nobody' }]
  const hasAnswer = active.some((one) => one.requests > one.timeouts)
  // Before any unit has answered, a silent one is not the only one.
  if (!hasAnswer || active.every(({ isSilent }) => isSilent))
    return [{ kind: active.some(({ isSilent }) => isSilent) ? 'allSilent' : 'nobody' }]
  const noisy = active.filter((one) => !one.disturbance && one.damaged / one.requests >= noisyFrom)
  const isLine = noisy.length > 1 && noisy.length * 2 > active.length
  const found: Verdict[] = isLine ? [{ kind: 'noisyLine' }] : []
  for (const one of active) {
    const { uid, disturbance } = one
    if (disturbance)
      found.push({
        kind: disturbance.cause === 'ForeignTraffic' ? 'foreignTraffic' : 'duplicateUnit',
        uid,
        percent: percent(one.damaged, one.requests),
      })
    else if (one.isSilent) found.push({ kind: 'silentUnit', uid, percent: percent(one.timeouts, one.requests) })
    else if (!isLine && noisy.includes(one))
      found.push({ kind: 'noisyUnit', uid, percent: percent(one.damaged, one.requests) })
    else if (one.timeouts / one.requests >= slowFrom)
      found.push({ kind: 'slowUnit', uid, percent: percent(one.timeouts, one.requests) })
    else if (one.exceptions === one.requests) found.push({ kind: 'refusingUnit', uid, percent: 100 })
  }
  return found.length === 0 ? [{ kind: 'good' }] : found
}

/** The answers of a unit in a part of the day; null without requests. */
export type StripCell = readonly [answered: number, timeouts: number, damaged: number, exceptions: number] | null
