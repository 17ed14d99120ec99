import { whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const powerSaving = setting({
  about: 'power saving',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    bodVoltage: whole(0, 24_000).describe('Millivolts below which the card is unmounted, 0 to 24000.'),
    delayForDisplaySavingMin: whole(5, 30).describe('Minutes until the display is dimmed, 5 to 30.'),
    displaySavingBrightness: whole(0, 50).describe('Brightness then in percent, 0 to 50.'),
  }),
  initial: { bodVoltage: 0, delayForDisplaySavingMin: 10, displaySavingBrightness: 20 },
})
