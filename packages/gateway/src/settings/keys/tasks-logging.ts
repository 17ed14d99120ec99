import { oneOf, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const tasksLogging = setting({
  about: 'logging of tasks to the card',
  level: { B: 1 },
  applies: atRestart,
  value: fields({
    /** Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers. */
    format: oneOf([null, 1, 2, 3, 4, 5, 6, 7], 'null or 1 to 7').describe(
      'Null none; 1 DAT; 2, 3, 4 CSV with semicolon, comma, tab; 5, 6, 7 the same without headers.',
    ),
    storeIntervalDays: whole(1, 36_500)
      .nullable()
      .describe('Days for which files are kept, 1 to 36500; null for ever.'),
    fileSizeLimitKb: whole(0, 65_535).describe('Size of a file at most in KB, 0 to 65535.'),
  }),
  initial: { format: null, storeIntervalDays: 365, fileSizeLimitKb: 1024 },
})
