import { atMost, connMode, neededHostName, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const ntp = setting({
  about: 'time from the network',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    hostnames: atMost(4, neededHostName(20)).describe('Time servers, at most 4 of 20 characters.'),
    connMode,
    syncPeriodHr: whole(0, 240).describe('Hours between synchronizations, 0 to 240.'),
    syncDiffSec: whole(0, 180).describe('Seconds of difference from which on the clock is set, 0 to 180.'),
  }),
  // The system of the box keeps its clock; whoever wants this instead says so.
  initial: { hostnames: ['pool.ntp.org'], connMode: null, syncPeriodHr: 24, syncDiffSec: 2 },
})
