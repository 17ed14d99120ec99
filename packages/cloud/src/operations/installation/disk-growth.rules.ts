/** How full it was on a day, counted from any beginning. */
export interface DailySize {
  day: number
  bytes: number
}

export interface DiskGrowth {
  bytesPerDay: number
  /** How many days it was looked at. */
  days: number
}

/** Fewer days say nothing: one large import would be taken for a habit. */
const daysMin = 3

/** By how much it grows: the slope of the straight line with the least squares through daily sizes. Null where there are too few. */
export const growthOf = (sizes: readonly DailySize[]): DiskGrowth | null => {
  if (sizes.length < daysMin) return null
  const meanDay = mean(sizes.map(({ day }) => day))
  const meanBytes = mean(sizes.map(({ bytes }) => bytes))
  let [shared, spread] = [0, 0]
  for (const { day, bytes } of sizes) {
    shared += (day - meanDay) * (bytes - meanBytes)
    spread += (day - meanDay) ** 2
  }
  return spread === 0 ? null : { bytesPerDay: shared / spread, days: sizes.length }
}

/** In how many days there is no room left; null where it does not grow, or not within ten years. */
export const fullInDays = (freeBytes: number, { bytesPerDay }: DiskGrowth): number | null => {
  const days = bytesPerDay <= 0 ? Number.POSITIVE_INFINITY : Math.max(0, freeBytes) / bytesPerDay
  return days > 3650 ? null : Math.floor(days)
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
