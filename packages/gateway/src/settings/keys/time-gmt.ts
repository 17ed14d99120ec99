import { whole } from '../fields.ts'
import { atRestart, setting } from '../setting.ts'

export const timeGmt = setting({
  about: 'offset from GMT in quarters of an hour',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: whole(-96, 96),
  initial: 0,
})
