/** A unit to try, and how long to wait for its answer to begin. */
export interface Attempt {
  readonly uid: number
  readonly timeoutMs: number
}

const firstUid = 1
const lastUid = 247
const patientMs = 400
const patientMaxMs = 1000
const briefMs = 200

/** Makers deliver devices with these, and people count from one. */
const usual: readonly number[] = Array.from({ length: 16 }, (_, at) => at + 1).concat([
  20, 30, 32, 40, 50, 60, 64, 80, 100, 101, 102, 110, 111, 120, 126, 127, 128, 200, 240, 246, 247,
])

/** In order, patiently; or fast: the usual ones first and briefly, then the others with half of that time. */
export function attempts(isFast: boolean): Attempt[] {
  const all = Array.from({ length: lastUid - firstUid + 1 }, (_, at) => firstUid + at)
  if (!isFast) return all.map((uid) => ({ uid, timeoutMs: patientMs }))
  const others = all.filter((uid) => !usual.includes(uid))
  return [
    ...usual.map((uid) => ({ uid, timeoutMs: briefMs })),
    ...others.map((uid) => ({ uid, timeoutMs: briefMs / 2 })),
  ]
}

/** In order, with the time that the line's own settings allow for an answer, but not less than a patient search waits. */
export const patientAttempts = (answerMs: number): Attempt[] =>
  attempts(false).map(({ uid }) => ({ uid, timeoutMs: Math.min(Math.max(answerMs, patientMs), patientMaxMs) }))
