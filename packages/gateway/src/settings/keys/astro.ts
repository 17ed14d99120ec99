import { oneOf, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const astro = setting({
  about: 'place for sunrise and sunset',
  level: { A: 2, B: 1 },
  applies: atRestart,
  value: fields({
    longDeg: whole(0, 179).describe('Longitude: degrees, 0 to 179.'),
    longMin: whole(0, 59).describe('Longitude: minutes, 0 to 59.'),
    longSec: whole(0, 59).describe('Longitude: seconds, 0 to 59.'),
    latDeg: whole(0, 179).describe('Latitude: degrees, 0 to 179.'),
    latMin: whole(0, 59).describe('Latitude: minutes, 0 to 59.'),
    latSec: whole(0, 59).describe('Latitude: seconds, 0 to 59.'),
    /** 0 north east, 1 north west, 2 south east, 3 south west. */
    quadrant: oneOf([0, 1, 2, 3]).describe('0 north east, 1 north west, 2 south east, 3 south west.'),
    /** 0 official, 1 civil, 2 nautical, 3 astronomical. */
    sunZenithType: oneOf([0, 1, 2, 3]).describe('Sunrise and sunset: 0 official, 1 civil, 2 nautical, 3 astronomical.'),
  }),
  initial: { longDeg: 0, longMin: 0, longSec: 0, latDeg: 0, latMin: 0, latSec: 0, quadrant: 0, sunZenithType: 0 },
})
