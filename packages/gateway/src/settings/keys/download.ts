import { connMode, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const download = setting({
  about: 'file server',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    connMode,
    /** Percent of the line. */
    loadRatio: whole(1, 50).describe('Share of the line in percent, 1 to 50.'),
    delayForConnSec: whole(1, 30_000).describe('Seconds between tries to connect, 1 to 30000.'),
  }),
  initial: { connMode: null, loadRatio: 25, delayForConnSec: 60 },
})
