import { oneOf, whole } from '../fields.ts'
import { atRestart, fields, setting } from '../setting.ts'

export const areset = setting({
  about: 'automatic reset',
  level: { A: 1, B: 1 },
  applies: atRestart,
  value: fields({
    delayMin: whole(5, 7200).describe('Minutes, 5 to 7200.'),
    /** Null never, 1 after that time of running, 2 after that time without Modbus. */
    mode: oneOf([null, 1, 2], 'null, 1 or 2').describe(
      'Null never, 1 after that time of running, 2 after that time without Modbus.',
    ),
  }),
  initial: { delayMin: 1440, mode: null },
})
