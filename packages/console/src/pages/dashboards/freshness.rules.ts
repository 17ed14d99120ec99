/** A reading as any of our sources has it. */
export interface Reading {
  value: string | number | undefined
  readOn: string | undefined
}

/** The newest of what is known from several sources. */
export const newest = (readings: readonly Reading[]): Reading =>
  readings.reduce((best, one) => ((one.readOn ?? '') > (best.readOn ?? '') ? one : best), {
    value: undefined,
    readOn: undefined,
  })

/** A poll may come late, and its way to the screen takes a while. */
const graceMs = 15_000
const missedMax = 3

/** Whether a value is older than a device that is read every `periodSec` can excuse: three polls were missed. */
export const isStale = (readOn: string | undefined, periodSec: number, now: number): boolean =>
  readOn !== undefined && now - Date.parse(readOn) > missedMax * periodSec * 1000 + graceMs
