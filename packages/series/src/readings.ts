/** Readings of one parameter, in columns: `values[i]` was read at `times[i]`, in ms since 1970, strictly ascending. */
export interface Readings {
  times: Float64Array
  values: Float64Array
}

/** A reading every tenth of a second for a day. */
export const readingsMax = 864_000
