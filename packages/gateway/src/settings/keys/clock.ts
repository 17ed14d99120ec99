import { atMost, connMode, integer, neededHostName, oneOf } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const timeGmt = setting({
  position: 1,
  about: 'offset from GMT in quarters of an hour',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: integer(-96, 96),
  initial: 0,
})

export const astro = setting({
  position: 15,
  about: 'place for sunrise and sunset',
  level: { A: 2, B: 1 },
  applies: atRestart,
  value: fields({
    longDeg: integer(0, 179).describe('Longitude: degrees, 0 to 179.'),
    longMin: integer(0, 59).describe('Longitude: minutes, 0 to 59.'),
    longSec: integer(0, 59).describe('Longitude: seconds, 0 to 59.'),
    latDeg: integer(0, 179).describe('Latitude: degrees, 0 to 179.'),
    latMin: integer(0, 59).describe('Latitude: minutes, 0 to 59.'),
    latSec: integer(0, 59).describe('Latitude: seconds, 0 to 59.'),
    /** 0 north east, 1 north west, 2 south east, 3 south west. */
    quadrant: oneOf([0, 1, 2, 3]).describe('0 north east, 1 north west, 2 south east, 3 south west.'),
    /** 0 official, 1 civil, 2 nautical, 3 astronomical. */
    sunZenithType: oneOf([0, 1, 2, 3]).describe('Sunrise and sunset: 0 official, 1 civil, 2 nautical, 3 astronomical.'),
  }),
  initial: { longDeg: 0, longMin: 0, longSec: 0, latDeg: 0, latMin: 0, latSec: 0, quadrant: 0, sunZenithType: 0 },
})

export const ntp = setting({
  position: 16,
  about: 'time from the network',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    hostnames: atMost(4, neededHostName(20)).describe('Time servers, at most 4 of 20 characters.'),
    connMode,
    syncPeriodHr: integer(0, 240).describe('Hours between synchronizations, 0 to 240.'),
    syncDiffSec: integer(0, 180).describe('Deviation in seconds above which the clock is set, 0 to 180.'),
  }),
  // The system of the box keeps its clock, so this is off by default.
  initial: { hostnames: ['pool.ntp.org'], connMode: null, syncPeriodHr: 24, syncDiffSec: 2 },
})

export const tsMode = setting({
  position: 17,
  about: 'daylight saving: null never, 1 to 14 as in a country, 15 as in tsManual',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: integer(1, 15).nullable(),
  initial: null,
})

/** Monday is 1; week 6 is the last one of the month. */
const [day, hour, month, week] = [integer(1, 7), integer(0, 23), integer(1, 12), integer(1, 6)]

export const tsManual = setting({
  position: 18,
  about: 'daylight saving of your own: bwd to winter time, fwd to summer time',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    bwdDow: day.describe('Change to standard time: day of the week, 1 Monday to 7 Sunday.'),
    bwdHour: hour.describe('Change to standard time: hour, 0 to 23.'),
    bwdMonth: month.describe('Change to standard time: month, 1 to 12.'),
    bwdWeek: week.describe('Change to standard time: week of the month, 1 to 5, 6 for the last.'),
    fwdDow: day.describe('Change to daylight saving time: day of the week, 1 Monday to 7 Sunday.'),
    fwdHour: hour.describe('Change to daylight saving time: hour, 0 to 23.'),
    fwdMonth: month.describe('Change to daylight saving time: month, 1 to 12.'),
    fwdWeek: week.describe('Change to daylight saving time: week of the month, 1 to 5, 6 for the last.'),
  }),
  initial: { bwdDow: 7, bwdHour: 4, bwdMonth: 10, bwdWeek: 6, fwdDow: 7, fwdHour: 3, fwdMonth: 3, fwdWeek: 6 },
})
