import type { UnitHealth } from './verdict.rules.ts'

/** Results of the cable test for one unit. */
export interface TestedUnit extends UnitHealth {
  readonly requests: number
  readonly lost: number
  readonly damaged: number
  /** The slowest answer; null without any. */
  readonly slowestMs: number | null
}

/** A request of the test with its answer. */
interface TestedFrame {
  readonly uid: number
  readonly error: 'timeout' | 'crc' | 'ForeignTraffic' | 'DuplicateUnit' | null
  readonly ms: number
}

/** Exchanges of the test, by unit, in the form that is judged: one cell for all of it. */
export const testedUnits = (frames: readonly TestedFrame[]): TestedUnit[] => {
  const there = new Set(frames.map(({ uid }) => uid))
  return Array.from({ length: unitMax + 1 }, (_, uid) => uid)
    .filter((uid) => there.has(uid))
    .map((uid) =>
      testedUnit(
        uid,
        frames.filter((frame) => frame.uid === uid),
      ),
    )
}

const unitMax = 255

const testedUnit = (uid: number, own: readonly TestedFrame[]): TestedUnit => {
  const lost = own.filter(({ error }) => error === 'timeout').length
  const damaged = own.filter(({ error }) => error !== null && error !== 'timeout').length
  const answers = own.filter(({ error }) => error === null)
  const lastGood = own.reduce((last, { error }, at) => (error === null ? at : last), -1)
  return {
    uid,
    requests: own.length,
    lost,
    damaged,
    slowestMs: answers.length === 0 ? null : Math.max(...answers.map(({ ms }) => ms)),
    failedInRow: own.length - 1 - lastGood,
    // An exception came whole over the cable, too.
    strip: [[answers.length, lost, damaged, 0]],
  }
}

const timesMax = 25
/** The page has no more frames than these at hand. */
const framesMax = 900

/** How often each unit is asked. */
export const timesFor = (units: number): number =>
  Math.max(1, Math.min(timesMax, Math.floor(framesMax / Math.max(1, units))))
