import { whole } from '../fields.ts'
import { atRestart, setting } from '../setting.ts'

export const bodVoltage = setting({
  about: 'brown-out voltage in mV: below it the card is unmounted',
  level: { A: 1 },
  applies: atRestart,
  value: whole(0, 24_000),
  initial: 0,
})
