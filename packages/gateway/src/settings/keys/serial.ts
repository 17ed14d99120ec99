import { oneOf, uidRange, whole } from '../fields.ts'
import { atOnceInB, fields, setting } from '../setting.ts'

export const serial = setting({
  about: 'serial port',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    uidRange,
    /** 0 slave, 1 master, 2 raw. */
    hdxMode: oneOf([0, 1, 2]),
    charFormat: oneOf([0, 1, 2, 3, 4, 5], '0 to 5'),
    baudRate: whole(75, 230_400),
    /** 0 RTU, 1 ASCII. */
    frameMode: oneOf([0, 1]),
    delayForRtuQ: whole(0, 5),
    delayForRtuMs: whole(0, 60_000),
    delayForAsciiMs: whole(0, 60_000),
  }),
  initial: {
    uidRange: '1-247',
    hdxMode: 1,
    charFormat: 0,
    baudRate: 9600,
    frameMode: 0,
    delayForRtuQ: 0,
    delayForRtuMs: 500,
    delayForAsciiMs: 1000,
  },
})
