import { oneOf, uidRange, whole } from '../fields.ts'
import { atOnceInB, fields, setting } from '../setting.ts'

export const serial = setting({
  about: 'serial port',
  level: { A: 2, B: 1 },
  applies: atOnceInB,
  value: fields({
    uidRange: uidRange.describe('Unit ids that live on the bus, such as `1-111`.'),
    /** 0 slave, 1 master, 2 raw. */
    hdxMode: oneOf([0, 1, 2]).describe('0 slave, 1 master, 2 raw.'),
    charFormat: oneOf([0, 1, 2, 3, 4, 5], '0 to 5').describe(
      'Character format: 0 even parity, 1 odd, 2 space, 3 mark or two stop bits, 4 none, 5 none with one stop bit received and two sent.',
    ),
    baudRate: whole(75, 230_400).describe('Bits a second, 75 to 230400.'),
    /** 0 RTU, 1 ASCII. */
    frameMode: oneOf([0, 1]).describe('0 RTU, 1 ASCII.'),
    delayForRtuQ: whole(0, 5).describe('Silence between RTU frames: factor 2 to the power of this, 0 to 5.'),
    delayForRtuMs: whole(0, 60_000).describe('Milliseconds of silence between RTU frames besides, 0 to 60000.'),
    delayForAsciiMs: whole(0, 60_000).describe('Milliseconds to wait within ASCII frames, 0 to 60000.'),
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
