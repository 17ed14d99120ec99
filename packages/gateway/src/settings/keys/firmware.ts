import { whole, word } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const firmware = setting({
  about: 'firmware management',
  level: { A: 1, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    checkPeriodSec: whole(1, 1_000_000).nullable(),
    downloadPeriodHr: whole(0, 1439).nullable(),
    updateHour: whole(0, 23).nullable(),
    url: word(1, 96),
  }),
  // The address cannot be empty, and this name never leads anywhere.
  initial: { checkPeriodSec: null, downloadPeriodHr: null, updateHour: null, url: 'https://firmware.invalid/' },
})
