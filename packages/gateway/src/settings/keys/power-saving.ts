import { whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const powerSaving = setting({
  about: 'power saving',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    bodVoltage: whole(0, 24_000),
    delayForDisplaySavingMin: whole(5, 30),
    displaySavingBrightness: whole(0, 50),
  }),
  initial: { bodVoltage: 0, delayForDisplaySavingMin: 10, displaySavingBrightness: 20 },
})
