import { word } from '../fields.ts'
import { atRestart, setting } from '../setting.ts'

export const language = setting({
  about: 'language of the interface: en, ua; English for any other',
  level: { A: 1, B: 1 },
  applies: atRestart,
  // A code that nothing is written in is kept, and read as English.
  value: word(1, 8),
  initial: 'en',
})
