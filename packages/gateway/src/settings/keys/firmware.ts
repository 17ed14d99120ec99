import { whole, word } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const firmware = setting({
  about: 'firmware management',
  level: { A: 1, B: 1 },
  strict: 'all',
  applies: atRestart,
  value: fields({
    checkPeriodSec: whole(1, 1_000_000)
      .nullable()
      .describe('Seconds between checks for a release, 1 to 1000000; null never.'),
    downloadPeriodHr: whole(0, 1439).nullable().describe('Hours between downloads, 0 to 1439; null never.'),
    updateHour: whole(0, 23).nullable().describe('Hour of the day at which a release is applied, 0 to 23; null never.'),
    url: word(1, 96).describe('Address of the releases, 1 to 96 ASCII characters.'),
  }),
  // The address cannot be empty, and this name never leads anywhere.
  initial: { checkPeriodSec: null, downloadPeriodHr: null, updateHour: null, url: 'https://firmware.invalid/' },
})
