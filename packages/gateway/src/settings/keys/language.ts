import { oneOf } from '../fields.ts'
import { atRestart, setting } from '../setting.ts'

export const language = setting({
  about: 'language of the interface',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: oneOf(['en', 'ua']),
  initial: 'en',
})
