import type { LocalClock } from '../time/local-clock.ts'

/** The time of day here and at Greenwich, in whole seconds; the local one has no zone, since it is the gateway's own. */
export const time = (clock: Pick<LocalClock, 'localNow' | 'sun'>) => {
  const local = clock.localNow()
  const { sunriseSec, sunsetSec, isPolarDay, isPolarNight } = clock.sun()
  return {
    timeLocal: `${local.date}T${local.time}`,
    timeUtc: `${new Date(local.utcMs).toISOString().slice(0, 19)}Z`,
    isDst: local.isDst,
    sunriseLocalSec: sunriseSec,
    sunsetLocalSec: sunsetSec,
    polarDay: isPolarDay,
    polarNight: isPolarNight,
  }
}
