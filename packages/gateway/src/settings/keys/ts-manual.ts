import { whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

/** Monday is 1; week 6 is the last one of the month. */
const [day, hour, month, week] = [whole(1, 7), whole(0, 23), whole(1, 12), whole(1, 6)]

export const tsManual = setting({
  about: 'daylight saving of your own: bwd to winter time, fwd to summer time',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    bwdDow: day.describe('To winter time: day of the week, 1 Monday to 7 Sunday.'),
    bwdHour: hour.describe('To winter time: hour, 0 to 23.'),
    bwdMonth: month.describe('To winter time: month, 1 to 12.'),
    bwdWeek: week.describe('To winter time: week of the month, 1 to 5, 6 for the last.'),
    fwdDow: day.describe('To summer time: day of the week, 1 Monday to 7 Sunday.'),
    fwdHour: hour.describe('To summer time: hour, 0 to 23.'),
    fwdMonth: month.describe('To summer time: month, 1 to 12.'),
    fwdWeek: week.describe('To summer time: week of the month, 1 to 5, 6 for the last.'),
  }),
  initial: { bwdDow: 7, bwdHour: 4, bwdMonth: 10, bwdWeek: 6, fwdDow: 7, fwdHour: 3, fwdMonth: 3, fwdWeek: 6 },
})
