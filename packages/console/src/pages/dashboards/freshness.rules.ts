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
