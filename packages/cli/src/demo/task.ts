import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'

/** The line's pumps are units 3 and 4. A motor that gets too hot is slowed down, whether the cloud is there or not. */
const pumps = `TASK 1 PERIOD 10000
DEF hz1    U16 AT 3:I 1  LOG    # output frequency, hundredths
DEF temp1  S16 AT 3:I 20 LOG    # motor temperature
DEF speed1 U16 AT 3:H 0         # set-point, tenths of a percent
DEF hz2    U16 AT 4:I 1  LOG
DEF temp2  S16 AT 4:I 20 LOG
DEF speed2 U16 AT 4:H 0
DEF limit  S16 = 95
IF RISE(temp1 > limit) DO CALL slow1
IF RISE(temp2 > limit) DO CALL slow2
DO RETURN
slow1: PUT speed1 = MIN(speed1, 400)
DO RETURN
slow2: PUT speed2 = MIN(speed2, 400)
DO RETURN
`

/** Puts a task on the gateway's card, unless there is one. */
export const putTask = (card: string): void => {
  const folder = join(card, 'TASKS')
  if (existsSync(folder)) return
  makeFolder(folder)
  writeFileSync(join(folder, 'PUMPS.TSK'), pumps)
}
