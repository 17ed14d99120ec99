import { whole } from '../fields.ts'
import { atRestart, setting } from '../setting.ts'

export const tsMode = setting({
  about: 'daylight saving: null never, 1 to 14 as in a country, 15 as in tsManual',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: whole(1, 15).nullable(),
  initial: null,
})
