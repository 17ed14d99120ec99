import { oneOf, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const tasksLogging = setting({
  about: 'logging of tasks to the card',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    /** Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers. */
    format: oneOf([null, 1, 2, 3, 4, 5, 6, 7], 'null or 1 to 7'),
    storeIntervalDays: whole(1, 36_500).nullable(),
    fileSizeLimitKb: whole(0, 65_535),
  }),
  initial: { format: null, storeIntervalDays: 365, fileSizeLimitKb: 1024 },
})
