/** A day with what it used, and its degree days. */
export interface WeatherDay {
  energy: number | null
  coverage: number
  degreeDays: number | null
}

export interface NormalisedEnergy {
  /** Days that count: read all the time, and with a known temperature. */
  days: number
  energy: number
  degreeDays: number
  /** Null where there are too few degree days to divide by. */
  perDegreeDay: number | null
}

const coveredMin = 0.999
/** A single mild day would dominate a smaller sum of degree days. */
const degreeDaysMin = 5

/** Returns energy per degree day. Days with unknown energy or weather are ignored in both sums. */
export const normalisedOf = (all: readonly WeatherDay[]): NormalisedEnergy => {
  let [days, energy, degreeDays] = [0, 0, 0]
  for (const day of all) {
    if (day.energy === null || day.degreeDays === null || day.coverage < coveredMin) continue
    days += 1
    energy += day.energy
    degreeDays += day.degreeDays
  }
  return { days, energy, degreeDays, perDegreeDay: degreeDays < degreeDaysMin ? null : energy / degreeDays }
}
