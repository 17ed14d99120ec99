import { readFileSync } from 'node:fs'
import type { BoxConf } from '../system/box-conf.ts'
import { cardFolder, cardMountUnit, isCardIn } from '../system/card-mount.ts'
import { runProgram } from './run-program.ts'

/** The card is mounted and unmounted by the service manager, for all who look; here it is only asked to. */

type CardOfBox = Pick<BoxConf, 'card'>

export const mountCard = async ({ card }: CardOfBox): Promise<void> => {
  needCard(card)
  await runProgram('systemctl', 'start', cardMountUnit)
}

/** Rejects while it is in use; it is mounted then as before. One that was pulled is let go, used or not. */
export const ejectCard = async ({ card }: CardOfBox): Promise<void> => {
  const uuid = needCard(card)
  // What the unit is said to be does not decide: one that is unmounted may be called failed.
  await runProgram('systemctl', 'stop', cardMountUnit).catch(() => undefined)
  if (!isMounted()) return
  if (isCardIn(uuid)) throw new Error('the card is in use')
  await runProgram('systemctl', 'start', 'busbar-gateway-card-pulled.service')
}

const isMounted = (): boolean =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[4] === cardFolder)

const needCard = (card: string | null): string => {
  if (card === null) throw new Error('this box has no card (busbar-gateway-setup card)')
  return card
}
