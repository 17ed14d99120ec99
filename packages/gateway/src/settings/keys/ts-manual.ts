import { whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

/** Monday is 1; week 6 is the last one of the month. */
const [day, hour, month, week] = [whole(1, 7), whole(0, 23), whole(1, 12), whole(1, 6)]

export const tsManual = setting({
  about: 'daylight saving of your own: bwd to winter time, fwd to summer time',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    bwdDow: day,
    bwdHour: hour,
    bwdMonth: month,
    bwdWeek: week,
    fwdDow: day,
    fwdHour: hour,
    fwdMonth: month,
    fwdWeek: week,
  }),
  initial: { bwdDow: 7, bwdHour: 4, bwdMonth: 10, bwdWeek: 6, fwdDow: 7, fwdHour: 3, fwdMonth: 3, fwdWeek: 6 },
})
